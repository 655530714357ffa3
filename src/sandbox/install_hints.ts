/**
 * How to install a program that is missing.
 *
 * @module
 */
import { basename } from "@std/path";

/** Package names for apt, Homebrew and winget; undefined where that manager has none. */
interface Packages {
  apt?: string;
  brew?: string;
  winget?: string;
  /** Another way that works everywhere. */
  other?: string;
}

const PACKAGES: Record<string, Packages> = {
  "7z": { apt: "p7zip-full", brew: "sevenzip", winget: "7zip.7zip" },
  adb: { apt: "adb", brew: "android-platform-tools", winget: "Google.PlatformTools" },
  aria2c: { apt: "aria2", brew: "aria2", winget: "aria2.aria2" },
  bash: { apt: "bash", brew: "bash" },
  bwrap: { apt: "bubblewrap" },
  convert: { apt: "imagemagick", brew: "imagemagick", winget: "ImageMagick.ImageMagick" },
  curl: { apt: "curl", brew: "curl", winget: "cURL.cURL" },
  deno: { brew: "deno", winget: "DenoLand.Deno", other: "npm install -g deno" },
  exiftool: { apt: "libimage-exiftool-perl", brew: "exiftool", winget: "OliverBetz.ExifTool" },
  fd: { apt: "fd-find (as fdfind)", brew: "fd", winget: "sharkdp.fd" },
  ffmpeg: { apt: "ffmpeg", brew: "ffmpeg", winget: "ffmpeg" },
  ffprobe: { apt: "ffmpeg", brew: "ffmpeg", winget: "ffmpeg" },
  gh: { apt: "gh", brew: "gh", winget: "GitHub.cli" },
  git: { apt: "git", brew: "git", winget: "Git.Git" },
  iwencai: { other: 'pip install "git+https://github.com/meomeo-dev/iwencai_skills"' },
  jq: { apt: "jq", brew: "jq", winget: "jqlang.jq" },
  magick: { apt: "imagemagick", brew: "imagemagick", winget: "ImageMagick.ImageMagick" },
  node: { apt: "nodejs", brew: "node", winget: "OpenJS.NodeJS" },
  "notify-send": { apt: "libnotify-bin", brew: "libnotify" },
  openssl: { apt: "openssl", brew: "openssl" },
  pandoc: { apt: "pandoc", brew: "pandoc", winget: "JohnMacFarlane.Pandoc" },
  pdftotext: { apt: "poppler-utils", brew: "poppler" },
  perl: { apt: "perl", brew: "perl", winget: "StrawberryPerl.StrawberryPerl" },
  pwsh: { brew: "powershell", winget: "Microsoft.PowerShell" },
  python3: { apt: "python3", brew: "python", winget: "Python.Python.3.12" },
  rg: { apt: "ripgrep", brew: "ripgrep", winget: "BurntSushi.ripgrep.MSVC" },
  rsync: { apt: "rsync", brew: "rsync" },
  ruby: { apt: "ruby", brew: "ruby", winget: "RubyInstallerTeam.Ruby.3.2" },
  shellcheck: { apt: "shellcheck", brew: "shellcheck", winget: "koalaman.shellcheck" },
  sqlite3: { apt: "sqlite3", brew: "sqlite", winget: "SQLite.SQLite" },
  tesseract: { apt: "tesseract-ocr", brew: "tesseract", winget: "UB-Mannheim.TesseractOCR" },
  wget: { apt: "wget", brew: "wget", winget: "JernejSimoncic.Wget" },
  "wl-copy": { apt: "wl-clipboard" },
  xclip: { apt: "xclip" },
  "yt-dlp": {
    apt: "yt-dlp",
    brew: "yt-dlp",
    winget: "yt-dlp.yt-dlp",
    other: "pipx install yt-dlp",
  },
  zenity: { apt: "zenity", brew: "zenity" },
  zip: { apt: "zip", brew: "zip" },
  zsh: { apt: "zsh", brew: "zsh" },
};

/**
 * The commands that install a program: `apt install jq · brew install jq · …`.
 *
 * Needs no permission. Unknown names get a general answer.
 *
 * @param name A name or a path, of which the last part counts.
 */
export function installHint(name: string): string {
  const program = basename(name);
  const packages = Object.hasOwn(PACKAGES, program) ? PACKAGES[program] : undefined;
  if (!packages) {
    return `install "${program}" with the system's package manager, in a folder that is on PATH`;
  }
  const { apt, brew, winget, other } = packages;
  return [
    apt && `apt install ${apt}`,
    brew && `brew install ${brew}`,
    winget && `winget install ${winget}`,
    other,
  ].filter((command) => command !== undefined).join(" · ");
}
