import { assertEquals } from "@std/assert";
import { parseShebang, type Shebang } from "../../src/sandbox/shebang.ts";

const CASES: [string, Shebang | undefined][] = [
  ["#!/bin/sh\n", { interpreter: "/bin/sh" }],
  ["#! \t/usr/bin/perl -w -T\nuse strict;", { interpreter: "/usr/bin/perl", argument: "-w -T" }],
  ["#!/usr/bin/env python3\n", {
    interpreter: "/usr/bin/env",
    argument: "python3",
    envTarget: "python3",
  }],
  // The kernel hands over one argument, and env looks for a program of that name.
  ["#!/usr/bin/env python3 -u\n", {
    interpreter: "/usr/bin/env",
    argument: "python3 -u",
    envTarget: "python3 -u",
  }],
  ["#!/usr/bin/env -S A=1 -u B C_2='x' -i python3 -u\n", {
    interpreter: "/usr/bin/env",
    argument: "-S A=1 -u B C_2='x' -i python3 -u",
    envTarget: "python3",
  }],
  ["#!/usr/bin/env -Sdeno run -A\n", {
    interpreter: "/usr/bin/env",
    argument: "-Sdeno run -A",
    envTarget: "deno",
  }],
  ["#!/usr/bin/env --split-string=node --no-warnings\n", {
    interpreter: "/usr/bin/env",
    argument: "--split-string=node --no-warnings",
    envTarget: "node",
  }],
  ["#!/usr/bin/env -i\n", { interpreter: "/usr/bin/env", argument: "-i" }],
  ["#!/usr/bin/env\n", { interpreter: "/usr/bin/env" }],
  ["#!python3\n", undefined],
  ["#!\n/bin/sh\n", undefined],
  ["# !/bin/sh\n", undefined],
  ["\x7fELF", undefined],
  ["", undefined],
];

for (const [head, expected] of CASES) {
  Deno.test(`parseShebang() reads ${JSON.stringify(head)}`, () => {
    assertEquals(parseShebang(head), expected);
  });
}
