/**
 * The variables that a tool may not set, since they take over the program that it runs.
 *
 * Sources: environ(7), ld.so(8), bash(1) "Shell Variables", git(1), perlrun(1), and the manuals of
 * Python, Node.js, Ruby, Java, Lua, PHP, less, OpenSSL and glibc.
 *
 * @module
 */

/** The part of `env` that a variable stands in. */
export type VariableSource = "fromRuntime" | "static" | "fromParams";

/** Whether a text can name a variable (POSIX.1-2024, XBD 8.1). */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

/** Never set by a tool, whatever the value. Compared without case: on Windows case means nothing. */
const REFUSED = new Set(
  [
    // The system and the shells.
    "PATH HOME USER LOGNAME SHELL PWD OLDPWD SHLVL IFS ENV BASH SHELLOPTS BASHOPTS UID EUID PPID",
    "RANDOM SRANDOM SECONDS EPOCHSECONDS EPOCHREALTIME LINENO HOSTNAME HOSTTYPE MACHTYPE OSTYPE",
    "REPLY OPTARG OPTIND OPTERR PIPESTATUS DIRSTACK GROUPS HISTCMD HISTFILE HISTCONTROL TIMEFORMAT",
    "TMOUT POSIXLY_CORRECT CDPATH GLOBIGNORE GLOBSORT PROMPT_COMMAND PROMPT_DIRTRIM PS0 PS1 PS2 PS3",
    "PS4 FCEDIT FIGNORE FUNCNAME FUNCNEST EXECIGNORE INPUTRC INSIDE_EMACS COPROC MAPFILE CHILD_MAX",
    "MAIL MAILCHECK MAILPATH READLINE_LINE ZDOTDIR FPATH MODULE_PATH NULLCMD READNULLCMD COMSPEC",
    "PATHEXT SYSTEMROOT WINDIR PSMODULEPATH",
    // Loaders and the C library.
    "GCONV_PATH GETCONF_DIR GLIBC_TUNABLES HOSTALIASES LOCALDOMAIN LOCPATH NIS_PATH NLSPATH",
    "RESOLV_HOST_CONF RES_OPTIONS TERMCAP TERMINFO TERMINFO_DIRS TERMPATH OPENSSL_CONF",
    "OPENSSL_MODULES OPENSSL_ENGINES GIO_EXTRA_MODULES GTK_MODULES GTK_PATH QT_PLUGIN_PATH",
    // Languages.
    "NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE NODE_CHANNEL_FD DENO_DIR DENO_AUTH_TOKENS",
    "PERL5OPT PERL5LIB PERLLIB PERL5DB PERL5SHELL RUBYOPT RUBYLIB RUBYSHELL GEM_HOME GEM_PATH",
    "BUNDLE_GEMFILE JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH LUA_PATH LUA_CPATH",
    "LUA_INIT PHPRC PHP_INI_SCAN_DIR R_HOME R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER",
    "JULIA_LOAD_PATH GHC_PACKAGE_PATH RUSTC_WRAPPER RUSTC CARGO_HOME GOFLAGS MAKEFLAGS GNUMAKEFLAGS",
    "MFLAGS DOTNET_STARTUP_HOOKS AWKPATH AWKLIBPATH EMACSLOADPATH",
    // Programs that run other programs.
    "GIT_SSH GIT_SSH_COMMAND GIT_PROXY_COMMAND GIT_EXTERNAL_DIFF GIT_EXEC_PATH GIT_TEMPLATE_DIR",
    "GIT_DIR GIT_COMMON_DIR GIT_ATTR_SOURCE LESSOPEN LESSCLOSE LESS MORE LESSKEY MANROFFOPT",
    "RSYNC_RSH CVS_RSH SVN_SSH TAR_OPTIONS GREP_OPTIONS XZ_OPT ZIPOPT UNZIP SSH_AUTH_SOCK VIMINIT",
    "EXINIT",
    // The server's own: its proxy decides about hosts, and its result folder is set for each call.
    "HTTP_PROXY HTTPS_PROXY ALL_PROXY FTP_PROXY NO_PROXY TOOL_RESULT_DIR",
  ].join(" ").split(" "),
);

/** Whole families that are refused. */
const REFUSED_PREFIX =
  /^(__|_$|LD_|DYLD_|BASH_|PYTHON|PERL5|RUBY|GIT_CONFIG|NPM_CONFIG_|COMP_|MALLOC_)/;

/** From a call, a folder or file of settings is as good as the settings themselves. */
const REFUSED_FROM_CALLS =
  /^(TMPDIR|TMP|TEMP|XDG_\w+|CURL_HOME|WGETRC|NETRC|SSL_CERT_FILE|SSL_CERT_DIR|CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE|NODE_EXTRA_CA_CERTS|FFREPORT|DISPLAY|WAYLAND_DISPLAY|DBUS_SESSION_BUS_ADDRESS|DOCKER_HOST|KUBECONFIG)$/;

interface Harmless {
  name: RegExp;
  value: RegExp;
  /** Whether the operator's own value may be handed on. */
  fromRuntime: boolean;
}

/** Guarded names, with the values that a tool may fix for them. */
const HARMLESS: readonly Harmless[] = [
  { name: /^(LANG|LANGUAGE|LC_[A-Z]+)$/, value: /^[A-Za-z0-9_.@:-]*$/, fromRuntime: true },
  { name: /^TZ$/, value: /^(?!.*\.\.)[A-Za-z][A-Za-z0-9_+/-]*$/, fromRuntime: true },
  { name: /^(NO_COLOR|CLICOLOR|FORCE_COLOR)$/, value: /^\w*$/, fromRuntime: true },
  { name: /^TERM$/, value: /^[a-z0-9-]+$/, fromRuntime: true },
  {
    name: /^GIT_(TERMINAL_PROMPT|OPTIONAL_LOCKS|CONFIG_(NOSYSTEM|GLOBAL|SYSTEM))$/,
    value: /^([01]|\/dev\/null)$/,
    fromRuntime: false,
  },
  {
    name: /^(PAGER|\w+_PAGER|MANPAGER|EDITOR|VISUAL|GIT_EDITOR|GIT_SEQUENCE_EDITOR)$/,
    value: /^(cat|true|false|:|)$/,
    fromRuntime: false,
  },
  {
    name: /^(BROWSER|GIT_ASKPASS|SSH_ASKPASS|SUDO_ASKPASS)$/,
    value: /^((\/usr)?\/bin\/)?(true|false|echo|)$/,
    fromRuntime: false,
  },
  {
    name: /^PYTHON(UNBUFFERED|DONTWRITEBYTECODE|UTF8|IOENCODING|HASHSEED|NOUSERSITE|SAFEPATH)$/,
    value: /^[\w:.-]*$/,
    fromRuntime: false,
  },
];

/**
 * Why a variable is refused, to follow `The variable "X" `; undefined when it is not.
 *
 * @param value The fixed value, for `static`
 */
export function hijackReason(
  name: string,
  source: VariableSource,
  value?: string,
): string | undefined {
  const upper = name.toUpperCase();
  const harmless = HARMLESS.find((entry) => entry.name.test(name));
  if (harmless !== undefined) {
    if (source === "static") {
      return harmless.value.test(value ?? "") ? undefined : `may not be "${value}"`;
    }
    if (source === "fromRuntime" && harmless.fromRuntime) return undefined;
    return `may only be fixed in "static"`;
  }
  if (REFUSED.has(upper) || REFUSED_PREFIX.test(upper)) return "takes over the program";
  if (source === "fromParams" && REFUSED_FROM_CALLS.test(upper)) {
    return "may not come from a parameter";
  }
  return undefined;
}
