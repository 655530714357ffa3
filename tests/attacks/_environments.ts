/**
 * Variables by which whoever sets them makes a shell, a loader or a C library run code.
 *
 * @module
 */

/** A library of glibc that writes the file named by a variable as soon as it is loaded. */
const LOUD_LIBRARY = [
  "/lib/x86_64-linux-gnu/libpcprofile.so",
  "/lib/aarch64-linux-gnu/libpcprofile.so",
  "/usr/lib64/libpcprofile.so",
  "/usr/lib/libpcprofile.so",
].find(exists);

const LOCALE = ["/usr/lib/locale/C.utf8", "/usr/lib/locale/C.UTF-8"].find(exists);

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Lays out what the variables name: scripts that leave a file `pwned`, programs called like
 * the launcher's helpers, and a locale whose character set is converted by a module that
 * leaves the same file.
 */
export async function plant(evil: string) {
  await Deno.mkdir(`${evil}/bin`, { recursive: true });
  const script = `#!/bin/bash\n: >'${evil}/pwned'\n`;
  await Deno.writeTextFile(`${evil}/script`, script, { mode: 0o755 });
  for (
    const name of ["bash", "bwrap", "cp", "env", "ls", "mkdir", "mktemp", "mv", "readlink", "rm"]
  ) {
    await Deno.writeTextFile(`${evil}/bin/${name}`, script, { mode: 0o755 });
  }
  if (LOUD_LIBRARY === undefined || LOCALE === undefined) {
    console.log(
      "The attack by a conversion module is left out: this machine's glibc has no tracer",
    );
    return;
  }
  await Deno.mkdir(`${evil}/gconv`);
  await Deno.copyFile(LOUD_LIBRARY, `${evil}/gconv/EVIL8.so`);
  await Deno.writeTextFile(
    `${evil}/gconv/gconv-modules`,
    "module EVIL8// INTERNAL EVIL8 1\nmodule INTERNAL EVIL8// EVIL8 1\n",
  );
  await Deno.mkdir(`${evil}/locale/evil/LC_MESSAGES`, { recursive: true });
  for (const { name, isFile } of Deno.readDirSync(LOCALE)) {
    if (!isFile) continue;
    const bytes = await Deno.readFile(`${LOCALE}/${name}`);
    if (name === "LC_CTYPE") rename(bytes, "UTF-8", "EVIL8");
    await Deno.writeFile(`${evil}/locale/evil/${name}`, bytes);
  }
  await Deno.copyFile(
    `${LOCALE}/LC_MESSAGES/SYS_LC_MESSAGES`,
    `${evil}/locale/evil/LC_MESSAGES/SYS_LC_MESSAGES`,
  );
}

/** Replaces every occurrence by a text of the same length. */
function rename(bytes: Uint8Array, from: string, to: string) {
  const [old, fresh] = [new TextEncoder().encode(from), new TextEncoder().encode(to)];
  for (let at = 0; at + old.length <= bytes.length; at++) {
    if (old.every((byte, i) => bytes[at + i] === byte)) bytes.set(fresh, at);
  }
}

function conversion(evil: string): Record<string, string> {
  return {
    LOCPATH: `${evil}/locale`,
    GCONV_PATH: `${evil}/gconv`,
    LC_ALL: "evil",
    LANG: "evil",
    PCPROFILE_OUTPUT: `${evil}/pwned`,
  };
}

/** Each is tried on its own. */
export function ENVIRONMENTS(evil: string): Record<string, Record<string, string>> {
  const run = `${evil}/script`;
  const body = `() { : >'${evil}/pwned'; }`;
  const names = [
    "exec",
    "cd",
    "read",
    "printf",
    "shift",
    "__sam_fail",
    "__sam_open",
    "__sam_inside",
  ];
  return {
    "BASH_ENV": { BASH_ENV: run },
    "ENV in POSIX mode": { ENV: run, POSIXLY_CORRECT: "1" },
    "POSIX mode": { POSIXLY_CORRECT: "1" },
    "SHELLOPTS and PS4": { SHELLOPTS: "xtrace", PS4: `$(${run})` },
    "SHELLOPTS noexec": { SHELLOPTS: "noexec:nounset" },
    "BASHOPTS": { BASHOPTS: "extdebug:expand_aliases", BASH_ALIASES: `exec=${run}` },
    "functions": Object.fromEntries(names.map((n) => [`BASH_FUNC_${n}%%`, body])),
    "functions of old spelling": Object.fromEntries(
      names.map((n) => [`BASH_FUNC_${n}()`, body]),
    ),
    "IFS": { IFS: "/ -0123456789abcdefghijklmnopqrstuvwxyz" },
    "PATH": { PATH: `${evil}/bin` },
    "PROMPT_COMMAND": { PROMPT_COMMAND: run, PS1: `$(${run})`, PS2: `$(${run})` },
    "CDPATH and GLOBIGNORE": { CDPATH: evil, GLOBIGNORE: "*" },
    "FUNCNEST": { FUNCNEST: "1" },
    "TMOUT": { TMOUT: "1" },
    "BASH_COMPAT": { BASH_COMPAT: "3.1" },
    "EXECIGNORE": { EXECIGNORE: "*" },
    "BASH_XTRACEFD": { BASH_XTRACEFD: "1" },
    "loadable builtins": { BASH_LOADABLES_PATH: `${evil}/gconv` },
    "another name for itself": { BASH_ARGV0: run, _: run, SHELL: run, BASH: run },
    "folders": { PWD: evil, OLDPWD: evil, HOME: evil, TMPDIR: evil },
    "conversion modules": conversion(evil),
    "conversion modules, named one by one": {
      ...conversion(evil),
      LC_ALL: "",
      LC_CTYPE: "evil",
      LC_MESSAGES: "evil",
      LANGUAGE: "evil",
    },
    "a locale by path": { LC_ALL: `../../../../..${evil}/locale/evil` },
    "message catalogues": { NLSPATH: `${evil}/%N`, TEXTDOMAINDIR: evil, TEXTDOMAIN: "evil" },
    "glibc's tunables": { GLIBC_TUNABLES: "glibc.malloc.check=3", MALLOC_TRACE: `${evil}/pwned` },
    "options of helpers": { PERL5OPT: `-e:`, TAR_OPTIONS: "x", SIMPLE_BACKUP_SUFFIX: "/../x" },
    "the launcher's own variables": {
      __sam_mounts: "--bind",
      __sam_roots: "/",
      __sam_modes: "rw",
      __sam_at: `x[$(${run})]`,
      __sam_index: `x[$(${run})]`,
      __sam_child: "1",
      __sam_stages: "/",
      __sam_stage_fds: `x[$(${run})]`,
      __sam_made: "/",
      __sam_fd: `x[$(${run})]`,
      __sam_real: "/",
      __sam_code: "0",
    },
  };
}

/** What the same variables do to scripts that take them as they come. */
export function CONTROL(
  evil: string,
): Record<string, { script: string; variables: Record<string, string> }> {
  return {
    "BASH_ENV": { script: "#!/bin/bash\n:\n", variables: { BASH_ENV: `${evil}/script` } },
    "functions": {
      script: "#!/bin/bash\ncd /\n",
      variables: { "BASH_FUNC_cd%%": `() { : >'${evil}/pwned'; }` },
    },
    "PATH": { script: "#!/bin/bash\nls\n", variables: { PATH: `${evil}/bin` } },
    ...(LOUD_LIBRARY && LOCALE && {
      "conversion modules": {
        script: "#!/bin/bash -p\n[[ aé == *é ]]\n",
        variables: conversion(evil),
      },
    }),
  };
}
