// Seals and opens the stored cookies: AES-256-GCM, the key made from a passphrase by scrypt (RFC 7914).
//
//   node _vault.js seal FILE   takes the text on stdin
//   node _vault.js open FILE   prints the text
//
// The passphrase comes in TOOL_COOKIES_PASSPHRASE. Layout of the file: MAGIC, salt (16 bytes), nonce (12), tag (16),
// text. What stands before the text is authenticated, too. Exit code 3: wrong passphrase, or the file was changed.
"use strict";
const { createCipheriv, createDecipheriv, randomBytes, scryptSync } = require("node:crypto");
const { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } = require("node:fs");

const MAGIC = Buffer.from("sam-cookies-1\n");
const [SALT, NONCE, TAG] = [16, 12, 16];
const HEAD = MAGIC.length + SALT + NONCE;

// 32 MiB and about a tenth of a second for each guess.
function keyOf(passphrase, salt) {
  return scryptSync(passphrase, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });
}

function seal(file, passphrase) {
  const text = readFileSync(0);
  const salt = randomBytes(SALT);
  const nonce = randomBytes(NONCE);
  const head = Buffer.concat([MAGIC, salt, nonce]);
  const cipher = createCipheriv("aes-256-gcm", keyOf(passphrase, salt), nonce).setAAD(head);
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  const draft = `${file}.${process.pid}.new`;
  try {
    writeFileSync(draft, Buffer.concat([head, cipher.getAuthTag(), sealed]), {
      mode: 0o600,
      flag: "wx",
    });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function open(file, passphrase) {
  const bytes = readFileSync(file);
  if (bytes.length < HEAD + TAG || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) process.exit(3);
  const head = bytes.subarray(0, HEAD);
  const [salt, nonce] = [
    head.subarray(MAGIC.length, MAGIC.length + SALT),
    head.subarray(HEAD - NONCE),
  ];
  const decipher = createDecipheriv("aes-256-gcm", keyOf(passphrase, salt), nonce).setAAD(head);
  decipher.setAuthTag(bytes.subarray(HEAD, HEAD + TAG));
  const text = decipher.update(bytes.subarray(HEAD + TAG));
  try {
    decipher.final();
  } catch {
    process.exit(3);
  }
  // Nothing is printed before all of it is known to be whole.
  process.stdout.write(text);
}

const [verb, file] = process.argv.slice(2);
const passphrase = process.env.TOOL_COOKIES_PASSPHRASE ?? "";
try {
  if (verb === "seal") seal(file, passphrase);
  else open(file, passphrase);
} catch (error) {
  console.error(`Cannot ${verb} "${file}": ${error.code ?? error.message}`);
  process.exit(1);
}
