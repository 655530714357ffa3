import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { isPrivateAddress, parseIpv6 } from "../../../src/sandbox/net/address.ts";
import { admit, isHostName, parseRule, parseTarget } from "../../../src/sandbox/net/rules.ts";

const admits = (entries: string[], authority: string) => {
  const target = parseTarget(authority);
  return target !== undefined && admit(entries.map(parseRule), target) !== undefined;
};

Deno.test("admit() admits exactly what an entry names", () => {
  const table: [string[], string, boolean][] = [
    [["example.com"], "example.com:443", true],
    [["example.com"], "EXAMPLE.com:443", true],
    [["example.com"], "example.com:80", false],
    [["example.com:8443"], "example.com:8443", true],
    [["example.com:8443"], "example.com:443", false],
    [["example.com"], "a.example.com:443", false],
    [["example.com"], "example.com.evil.test:443", false],
    [["example.com"], "evilexample.com:443", false],
    [["*.example.com"], "a.example.com:443", true],
    [["*.example.com"], "a.b.example.com:443", true],
    [["*.example.com"], "example.com:443", false],
    [["*.example.com"], "evilexample.com:443", false],
    [["any"], "example.com:80", true],
    [["any"], "1.1.1.1:443", false],
    [["any"], "localhost:443", false],
    [["any"], "db.internal:443", false],
    [["127.0.0.1:5432"], "127.0.0.1:5432", true],
    [["127.0.0.1:5432"], "127.0.0.1:5433", false],
    [["[::1]:80"], "[::1]:80", true],
    [[], "example.com:443", false],
  ];
  for (const [entries, authority, expected] of table) {
    assertEquals(admits(entries, authority), expected, `${entries} ${authority}`);
  }
});

Deno.test("parseTarget() refuses spellings that are read in more than one way", () => {
  for (
    const authority of [
      "example.com",
      "example.com:0443",
      "example.com:0",
      "example.com:65536",
      "example.com.:443",
      "exam%70le.com:443",
      "user@example.com:443",
      "example.com:443/x",
      "0x7f.1:443",
      "2130706433:443",
      "127.1:443",
      "0177.0.0.1:443",
      "ex ample.com:443",
      "example.com\0:443",
      "exämple.com:443",
      "[::1%25lo]:443",
      "..:443",
      "-a.com:443",
    ]
  ) {
    const target = parseTarget(authority);
    assert(target === undefined || !admit([parseRule("any")], target), authority);
  }
});

Deno.test("parseRule() wants a port for what is private", () => {
  for (const entry of ["localhost", "127.0.0.1", "10.0.0.1", "db", "nas.local", "[::1]"]) {
    assertThrows(() => parseRule(entry), TypeError, "port");
  }
  assertEquals(parseRule("localhost:5432").privateToo, true);
  assertEquals(parseRule("example.com:5432").privateToo, false);
  for (const entry of ["", "*", "*.", "a:b", "http://a", "a:99999999", "*.1.2.3.4:1"]) {
    assertThrows(() => parseRule(entry), TypeError);
  }
});

Deno.test("isPrivateAddress() knows what is not the public Internet", () => {
  for (
    const address of [
      "127.0.0.1",
      "10.1.2.3",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.1",
      "169.254.169.254",
      "100.64.0.1",
      "0.0.0.0",
      "224.0.0.1",
      "255.255.255.255",
      "::1",
      "::",
      "fe80::1",
      "fe80::1%eth0",
      "fc00::1",
      "fd12:3456::1",
      "ff02::1",
      "::ffff:127.0.0.1",
      "::ffff:7f00:1",
      "64:ff9b::7f00:1",
      "64:ff9b:1::1",
      "2002:7f00:1::",
      "2001:db8::1",
      "nonsense",
      "",
    ]
  ) assert(isPrivateAddress(address), address);
  for (
    const address of [
      "1.1.1.1",
      "172.15.0.1",
      "172.32.0.1",
      "2606:4700::1111",
      "::ffff:1.1.1.1",
      "64:ff9b::101:101",
    ]
  ) assert(!isPrivateAddress(address), address);
});

Deno.test("parseIpv6() reads every address that is written out", () => {
  fc.assert(fc.property(fc.ipV6(), (address) => parseIpv6(address)?.length === 8));
});

Deno.test("isHostName() admits no address in disguise", () => {
  fc.assert(fc.property(fc.ipV4(), (address) => !isHostName(address)));
  fc.assert(fc.property(fc.ipV4Extended(), (address) => !isHostName(address.toLowerCase())));
});
