/**
 * One line for a shell, in which each element stays one argument, and the line that people see.
 *
 * @module
 */

/** What is plain to read in a shell without quotes. */
const BARE = /^[a-zA-Z0-9_./:=@%+,-]+$/;

/** Control characters and line separators: a quoted one would break the line or move the cursor. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/**
 * The elements as one line for `sh`, `bash` and `zsh`: each in single quotes, inside which nothing is
 * special but the quote itself (POSIX.1-2024, XCU 2.2.2).
 *
 * @throws {TypeError} For an element with a NUL character.
 */
export function quotePosix(elements: readonly string[]): string {
  return elements.map((element) => quotePosixOne(refuse(element, /\0/, "a shell"))).join(" ");
}

/**
 * The elements as one line for PowerShell: the call operator, then each in single quotes. PowerShell
 * takes U+2018 to U+201B for single quotes too (about_Quoting_Rules), so each of them is doubled.
 *
 * Before PowerShell 7.3 the shell itself loses double quotes inside arguments of native programs.
 *
 * @throws {TypeError} For an element with a NUL character.
 */
export function quotePwsh(elements: readonly string[]): string {
  const quoted = elements.map((element) =>
    `'${refuse(element, /\0/, "PowerShell").replace(/['\u2018-\u201B]/g, "$&$&")}'`
  );
  return `& ${quoted.join(" ")}`;
}

/**
 * The elements as one line for `cmd /s /c`: each in double quotes, with backslashes doubled before the
 * closing one, as C programs read them, and the whole in the outer pair that `/s` removes.
 *
 * @throws {TypeError} For an element with `%`, `"`, `!`, a line break or NUL, which `cmd` reads inside
 * double quotes too, so that no quoting keeps them.
 */
export function quoteCmd(elements: readonly string[]): string {
  const quoted = elements.map((element) =>
    `"${refuse(element, /[%"!\r\n\0]/, "cmd").replace(/\\+$/, "$&$&")}"`
  );
  return `"${quoted.join(" ")}"`;
}

/**
 * The command as people read it and can paste it into bash: plain elements bare, others in single
 * quotes, those with control characters in `$'…'`, so that the command is always one line.
 */
export function displayCommand(argv: readonly string[]): string {
  return argv.map((element) => {
    if (BARE.test(element)) return element;
    return element.search(UNPRINTABLE) < 0 ? quotePosixOne(element) : quoteAnsiC(element);
  }).join(" ");
}

function quotePosixOne(element: string): string {
  return `'${element.replaceAll("'", "'\\''")}'`;
}

/** ANSI-C quoting (bash(1), QUOTING). */
function quoteAnsiC(element: string): string {
  const escaped = element.replace(/['\\]/g, "\\$&").replace(UNPRINTABLE, (character) => {
    if (character === "\n") return "\\n";
    const code = character.charCodeAt(0);
    return code < 0x80
      ? `\\x${code.toString(16).padStart(2, "0")}`
      : `\\u${code.toString(16).padStart(4, "0")}`;
  });
  return `$'${escaped}'`;
}

function refuse(element: string, unsafe: RegExp, shell: string): string {
  const found = unsafe.exec(element);
  if (found === null) return element;
  throw new TypeError(
    `Cannot quote ${
      JSON.stringify(found[0])
    } for ${shell}: leave it out, or use \`shell: {mode: direct}\``,
  );
}
