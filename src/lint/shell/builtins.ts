/**
 * Commands that a shell answers itself.
 *
 * Source: bash(1), "SHELL BUILTIN COMMANDS" and "RESERVED WORDS".
 *
 * @module
 */

/** Every builtin of bash, which are more than those of sh. */
export const BUILTINS: ReadonlySet<string> = new Set(
  (": . [ [[ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs " +
    "disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout " +
    "mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test time times " +
    "trap true type typeset ulimit umask unalias unset wait coproc").split(" "),
);

/** Shells: whoever may run one may run any line. */
export const SHELLS: ReadonlySet<string> = new Set(
  "bash sh dash zsh ksh mksh busybox fish pwsh".split(" "),
);

/** Programs that run code they are given. */
export const INTERPRETERS: ReadonlySet<string> = new Set(
  "python python3 perl ruby node deno bun php lua awk gawk mawk java osascript Rscript tclsh env xargs find"
    .split(" "),
);

/** Programs that are there to talk to other machines. */
export const NETWORK_PROGRAMS: ReadonlySet<string> = new Set(
  ("curl wget git ssh scp sftp rsync ftp telnet nc ncat netcat socat yt-dlp youtube-dl aria2c httpie http dig host " +
    "nslookup ping traceroute gh aws gcloud az kubectl docker pip pip3 npm npx pnpm yarn apt apt-get dnf brew")
    .split(" "),
);
