/**
 * Addresses that are not the public Internet.
 *
 * @module
 */

/** IPv4 ranges that no name may lead to unless it was granted itself (RFC 6890 and its registry). */
export const PRIVATE_IPV4: readonly string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** Whether an address, as the operating system prints it, is anything but public. */
export function isPrivateAddress(address: string): boolean {
  const v4 = parseIpv4(address);
  if (v4 !== undefined) return isPrivateIpv4(v4);
  const v6 = parseIpv6(address);
  // What cannot be read is not let through.
  return v6 === undefined || isPrivateIpv6(v6);
}

function isPrivateIpv4(value: number): boolean {
  return PRIVATE_IPV4.some((range) => {
    const [base, bits] = range.split("/") as [string, string];
    const shift = 32 - Number(bits);
    return Math.floor(value / 2 ** shift) === Math.floor(parseIpv4(base)! / 2 ** shift);
  });
}

/** Dotted decimal with four parts and nothing else. */
export function parseIpv4(text: string): number | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (!match) return undefined;
  const parts = match.slice(1).map(Number);
  if (parts.some((p) => p > 255)) return undefined;
  return parts.reduce((value, part) => value * 256 + part, 0);
}

/** The eight groups of an address (RFC 4291, section 2.2); a zone is no part of it. */
export function parseIpv6(text: string): number[] | undefined {
  let plain = text.replace(/%.*$/, "");
  const dotted = /:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (dotted) {
    const v4 = parseIpv4(dotted[1]!);
    if (v4 === undefined) return undefined;
    const groups = `${Math.floor(v4 / 65536).toString(16)}:${(v4 % 65536).toString(16)}`;
    plain = plain.slice(0, dotted.index + 1) + groups;
  }
  const halves = plain.split("::");
  if (halves.length > 2 || !plain.includes(":")) return undefined;
  const groups = (half: string) => half === "" ? [] : half.split(":");
  const left = groups(halves[0]!);
  const right = halves.length === 2 ? groups(halves[1]!) : [];
  const missing = 8 - left.length - right.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const all = [...left, ...Array(missing).fill("0"), ...right];
  if (!all.every((g) => /^[0-9a-f]{1,4}$/i.test(g))) return undefined;
  return all.map((g) => parseInt(g, 16));
}

function isPrivateIpv6(groups: number[]): boolean {
  const [first, second] = groups as [number, number];
  const embedded = (at: number) => isPrivateIpv4(groups[at]! * 65536 + groups[at + 1]!);
  const zeros = (count: number) => groups.slice(0, count).every((g) => g === 0);
  // ::, ::1, IPv4-mapped and -compatible addresses speak of an IPv4 address.
  if (zeros(5) && (groups[5] === 0xffff || groups[5] === 0)) return embedded(6);
  // NAT64 (RFC 6052) and 6to4 (RFC 3056) carry one too.
  if (first === 0x64 && second === 0xff9b) return groups[2] !== 0 || embedded(6);
  if (first === 0x2002) return embedded(1);
  // Only 2000::/3 is global unicast (RFC 4291, section 2.4); 2001:db8::/32 is documentation, 2001::/32 Teredo.
  if ((first & 0xe000) !== 0x2000) return true;
  return first === 0x2001 && (second === 0xdb8 || second === 0);
}
