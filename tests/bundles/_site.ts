/**
 * A small site of videos on the loopback, over HTTPS, and a yt-dlp that knows it.
 *
 * @module
 */
import { makeClip, run } from "./_media.ts";
import { openShelf, type Shelf } from "./_shelf.ts";

const FIXTURE = new URL("../fixtures/ytdlp/yt-dlp", import.meta.url);

const TRACK = (words: string) =>
  `WEBVTT\n\nNOTE not said\n\n1\n00:00:00.000 --> 00:00:02.000 align:start\n<c.x>${words}</c> &amp; more\n\n` +
  `00:00:02.000 --> 00:00:04.000\n<i>${words}</i> &amp; more\nthe 2nd row: 1 &lt; 2\n`;

/** The variable that names the folder of stored cookies. */
export const COOKIES_DIR = "YTDLP_COOKIES_DIR";

/** A site that answers, and what it was asked. */
export interface Site extends AsyncDisposable {
  port: number;
  origin: string;
  /** `METHOD path?query cookie` of every request. */
  asked: string[];
}

/** Comments of the site, the newest first when asked so. */
export const COMMENTS = Array.from({ length: 15 }, (_, i) => ({
  id: `c${i}`,
  author: i === 1 ? 'B "quoted"' : `Author ${i}`,
  text: i === 0 ? "line one\nline two" : i === 2 ? "x".repeat(1000) : `comment ${i}, with a comma`,
  like_count: 100 - i,
  parent: "root",
}));

async function certificate(folder: string): Promise<{ cert: string; key: string }> {
  const [cert, key] = [`${folder}/cert.pem`, `${folder}/key.pem`];
  await run("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...["-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
    ...["-out", cert, "-keyout", key],
  ]);
  return { cert: await Deno.readTextFile(cert), key: await Deno.readTextFile(key) };
}

function video(id: string, origin: string) {
  const track = (lang: string, what: string) => ({
    [lang]: [{ url: `${origin}/${what}.vtt`, ext: "vtt" }],
  });
  const evil = id === "evil";
  return {
    id,
    title: evil ? "../../up/\u0000/;$(touch pwned)\n%(id)s -x" : `Title "${id}" äöü`,
    description: `About ${id}\nsecond row`,
    channel: "The channel",
    duration: 20,
    view_count: 1234,
    comment_count: COMMENTS.length,
    upload_date: "20240229",
    webpage_url: `${origin}/talk/${id}`,
    tags: ["a", "b"],
    formats: [
      { url: `${origin}/clip.mp4`, format_id: "whole", ext: id === "script" ? "sh" : "mp4" },
    ],
    subtitles: id === "mute" ? {} : { ...track("en", "said"), ...track("pt-BR", "dito") },
    automatic_captions: { ...track("de", "gesagt") },
  };
}

/** Starts the site. */
export async function openSite(folder: string): Promise<Site> {
  const asked: string[] = [];
  const clip = await Deno.readFile(await makeClip(`${folder}/site.mp4`));
  let origin = "";
  const handle = (request: Request): Response => {
    const url = new URL(request.url);
    const cookie = request.headers.get("cookie") ?? "";
    asked.push(`${request.method} ${url.pathname}${url.search} ${cookie}`.trim());
    const talk = /^\/talk\/(\w+)\.json$/.exec(url.pathname);
    if (talk) return Response.json(video(talk[1]!, origin));
    const words = /^\/(said|dito|gesagt)\.vtt$/.exec(url.pathname);
    if (words) return new Response(TRACK(words[1]!));
    switch (url.pathname) {
      case "/clip.mp4":
        return range(request, clip);
      case "/page":
        return new Response(
          `<html><title>Plain page</title><body><video><source src="/clip.mp4" type="video/mp4">` +
            `<track kind="subtitles" srclang="en" src="/said.vtt"></video></body></html>`,
          { headers: { "content-type": "text/html" } },
        );
      case "/comments.json":
        return Response.json(
          url.searchParams.get("order") === "new" ? COMMENTS.toReversed() : COMMENTS,
        );
      case "/search.json":
        return Response.json(
          Array.from({ length: 60 }, (_, i) => ({
            _type: "url",
            id: `v${i}`,
            url: `${origin}/talk/v${i}`,
            title: `${url.searchParams.get("q")} ${i}`,
            channel: url.searchParams.get("sp"),
            duration: 60 + i,
          })),
        );
      default:
        return new Response("nothing here", { status: 404 });
    }
  };
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {}, ...await certificate(folder) },
    handle,
  );
  const { port } = server.addr;
  origin = `https://127.0.0.1:${port}`;
  return { port, origin, asked, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** One range of bytes, as players ask for (RFC 9110, section 14). */
function range(request: Request, bytes: Uint8Array<ArrayBuffer>): Response {
  const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("range") ?? "");
  const headers = { "content-type": "video/mp4", "accept-ranges": "bytes" };
  if (!asked) return new Response(bytes, { headers });
  const [first, last] = [Number(asked[1]), asked[2] ? Number(asked[2]) : bytes.length - 1];
  return new Response(bytes.subarray(first, last + 1), {
    status: 206,
    headers: { ...headers, "content-range": `bytes ${first}-${last}/${bytes.length}` },
  });
}

/** A server of the ytdlp bundle whose operator has granted the site. */
export interface Studio extends AsyncDisposable {
  shelf: Shelf;
  site: Site;
}

/**
 * Opens site and server. `HOME` is a folder of the world, so that `~/Downloads` is one too.
 *
 * @param folders Variables that name a folder of the world each
 * @param grants More places that the operator lets the tools reach
 */
export async function openVideoShelf(
  folders: readonly string[] = [],
  grants: readonly string[] = [],
): Promise<Studio> {
  const made: { site?: Site } = {};
  const { denoDir } = JSON.parse(await run(Deno.execPath(), ["info", "--json"]));
  const shelf = await openShelf("ytdlp", {
    async prepare(world) {
      const site = made.site = await openSite(world.folder);
      await Deno.mkdir(`${world.folder}/bin`);
      await Deno.mkdir(`${world.folder}/home`);
      // Only a folder that is there can be granted for reading.
      if (folders.includes(COOKIES_DIR)) await Deno.mkdir(`${world.folder}/${COOKIES_DIR}`);
      const program = (await Deno.readTextFile(FIXTURE)).replace("PORT = 0", `PORT = ${site.port}`);
      await Deno.writeTextFile(`${world.folder}/bin/yt-dlp`, program);
      await Deno.chmod(`${world.folder}/bin/yt-dlp`, 0o755);
    },
    more: () =>
      [`127.0.0.1:${made.site!.port}`, ...grants].flatMap((
        host,
      ) => ["--grant", `ytdlp:net=${host}`]),
    variables: (world) => ({
      PATH: `${world.folder}/bin:${Deno.env.get("PATH")}`,
      HOME: `${world.folder}/home`,
      DENO_DIR: denoDir,
      ...Object.fromEntries(folders.map((name) => [name, `${world.folder}/${name}`])),
    }),
  });
  return {
    shelf,
    site: made.site!,
    [Symbol.asyncDispose]: async () => {
      await shelf[Symbol.asyncDispose]();
      await made.site![Symbol.asyncDispose]();
    },
  };
}
