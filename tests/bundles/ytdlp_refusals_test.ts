import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { names } from "./_media.ts";
import { HOSTILE } from "./_shelf.ts";
import { COOKIES_DIR, openVideoShelf } from "./_site.ts";

const URL_TOOLS = [
  "get_video_metadata",
  "get_video_metadata_summary",
  "get_video_comments",
  "get_video_comments_summary",
  "list_subtitle_languages",
  "download_video",
  "download_audio",
  "download_transcript",
  "download_video_subtitles",
];

Deno.test("ytdlp tools take no url that is an option, a file or another program's business", async () => {
  await using studio = await openVideoShelf();
  const { shelf, site } = studio;
  const urls = [
    "--exec=id",
    "-a/etc/passwd",
    "file:///etc/passwd",
    "ytsearch5:words",
    "https://a.example/ --exec id",
    "",
  ];
  for (const action of URL_TOOLS) {
    for (const url of urls) await shelf.refused(action, { url }, "url");
  }
  await Promise.all(HOSTILE.map((url) => shelf.refused("get_video_metadata", { url }, "url")));
  assertEquals(site.asked, []);
});

Deno.test("ytdlp tools refuse bad inputs with a reason", async () => {
  await using studio = await openVideoShelf();
  const { shelf, site } = studio;
  const url = `${site.origin}/talk/abc`;
  const cases: [string, Record<string, unknown>, string][] = [
    ["download_video", { url, resolution: "720" }, "resolution"],
    ["download_video", { url, startTime: "-5" }, "startTime"],
    ["download_video", { url, startTime: "10", endTime: "5" }, "after startTime"],
    ["download_video", { url, output_dir: "/etc" }, "outside the roots"],
    ["download_audio", { url, output_dir: "../up" }, "outside the roots"],
    ["download_audio", { url, maxRetries: 11 }, "maxRetries"],
    ["download_transcript", { url, language: ".*" }, "language"],
    ["download_video_subtitles", { url, language: "all,-live_chat" }, "language"],
    ["get_video_metadata", { url, fields: "id})s %(__dict__" }, "fields"],
    ["get_video_metadata_summary", { url, cookies: "/etc/passwd" }, "outside the roots"],
    ["get_video_comments", { url, maxComments: 0 }, "maxComments"],
    ["get_video_comments", { url, sortOrder: "best" }, "sortOrder"],
    ["get_video_comments_summary", { url, maxComments: "many" }, "maxComments"],
    ["search_videos", { query: " " }, "query"],
    ["search_videos", { query: "a", maxResults: 51 }, "maxResults"],
    ["search_videos", { query: "a", uploadDateFilter: "decade" }, "uploadDateFilter"],
    ["list_subtitle_languages", { url, proxy: "socks5://127.0.0.1:9" }, "http://HOST:PORT"],
    ["setup_cookies", { overwrite: "perhaps" }, "overwrite"],
    ["healthz", { verbose: true }, "verbose"],
  ];
  for (const [action, args, words] of cases) await shelf.refused(action, args, words);
  for (const text of HOSTILE) {
    await shelf.refused("get_video_metadata", { url, fields: text }, "fields");
    await shelf.refused("download_transcript", { url, language: text }, "language");
    await shelf.refused("get_video_metadata", { url, cookies: text });
  }
  assertEquals(site.asked, []);
  assertEquals(names(shelf.world.root), []);
  if (Deno.build.os !== "darwin") {
    await shelf.refused("setup_cookies", {}, "is for macOS", "cookies");
  }
});

Deno.test("ytdlp tools reach no host that is not declared", async () => {
  await using studio = await openVideoShelf();
  const { shelf, site } = studio;
  for (
    const [url, host] of [
      [`https://127.0.0.1:${site.port === 9 ? 10 : 9}/x`, "127.0.0.1:"],
      ["https://example.com/video", "example.com:443 (not declared)"],
      ["http://169.254.169.254/latest/meta-data", "169.254.169.254:443 (not declared)"],
      [`https://localhost:${site.port}/talk/abc`, `localhost:${site.port} (not declared)`],
    ]
  ) {
    const record = await shelf.refused("get_video_metadata", { url, maxRetries: 0 }, host!);
    assertEquals([record.reason, record.exit_code], ["exit", 1]);
    assertStringIncludes(record.stderr, "--grant ytdlp:net=HOST");
  }
  assertEquals(site.asked, []);
});

Deno.test("a title that is a path, an option or code stays a name in the folder", async () => {
  await using studio = await openVideoShelf();
  const { shelf, site } = studio;
  const url = `${site.origin}/talk/evil`;
  const made = await shelf.answer("download_video", { url, output_dir: "a/b" });
  const [name] = names(`${shelf.world.root}/a/b`);
  assertEquals(made.files[0].path, `${shelf.world.root}/a/b/${name}`);
  assert(/^[^.\-/].*\[evil\]\.mp4$/.test(name!), name);
  // deno-lint-ignore no-control-regex -- a newline in a name is what must not be
  assert(!/[\x00-\x1f]/.test(name!), name);
  await shelf.client.finish("ytdlp__download_transcript", { url, output_dir: "a/b" });
  assertEquals(names(`${shelf.world.root}/a/b`).length, 2);
  assertEquals([names(`${shelf.world.root}/a`), names(shelf.world.root)], [["b"], ["a"]]);
});

Deno.test("cookies are sent, never told, and their file stays as it is", async () => {
  await using studio = await openVideoShelf();
  const { shelf, site } = studio;
  const url = `${site.origin}/talk/abc`;
  const file = `${shelf.world.root}/my cookies.txt`;
  const text = [
    "# Netscape HTTP Cookie File",
    "127.0.0.1\tFALSE\t/\tTRUE\tsoon\todd\todd-secret",
    "127.0.0.1\tFALSE\t/\tTRUE\t4102444800\tsession\ts3cret",
    "#HttpOnly_127.0.0.1\tFALSE\t/\tTRUE\t0\ttab\topen",
    "",
  ].join("\n");
  await Deno.writeTextFile(file, text);
  const record = await shelf.client.finish("ytdlp__get_video_metadata", { url, cookies: file });
  assertEquals(record.isError, false, record.text);
  assertStringIncludes(site.asked.at(-1)!, "session=s3cret");
  const all = JSON.stringify(record.result);
  assert(!all.includes("s3cret") && !all.includes("odd-secret"), all);
  assertEquals(Deno.readTextFileSync(file), text);
  const failed = await shelf.refused("get_video_metadata", {
    url: `${site.origin}/gone`,
    cookies: file,
    maxRetries: 0,
  }, "404");
  assert(!JSON.stringify(failed.result).includes("secret"));
  await shelf.refused("get_video_metadata", { url, cookies: "none.txt" }, "does not exist");
  await Deno.writeTextFile(file, "not-a-cookie-but-secret\n");
  const odd = await shelf.refused("get_video_metadata", { url, cookies: file }, "Netscape format");
  assert(!JSON.stringify(odd.result).includes("but-secret"));
});

Deno.test("stored cookies are opened for a call that names none, and only by their passphrase", async () => {
  const key = "YTDLP_COOKIES_PASSPHRASE";
  await using studio = await openVideoShelf([COOKIES_DIR, key]);
  const { shelf, site } = studio;
  const url = `${site.origin}/talk/abc`;
  const seal = async (passphrase: string) => {
    const vault = new URL("../../bundles/ytdlp/scripts/_vault.js", import.meta.url).pathname;
    const file = `${shelf.world.folder}/${COOKIES_DIR}/ytdlp_cookies.enc`;
    const child = new Deno.Command("node", {
      args: [vault, "seal", file],
      env: { TOOL_COOKIES_PASSPHRASE: passphrase },
      stdin: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(
      "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tTRUE\t4102444800\tsession\ts3aled\n",
    ));
    await writer.close();
    assert((await child.status).success);
  };
  assertEquals((await shelf.client.finish("ytdlp__get_video_metadata", { url })).isError, false);
  assert(!site.asked.join().includes("session="), "none are stored yet");

  await seal(`${shelf.world.folder}/${key}`);
  const used = await shelf.client.finish("ytdlp__get_video_metadata", { url });
  assertEquals(used.isError, false, used.text);
  assertStringIncludes(site.asked.at(-1)!, "session=s3aled");
  assert(!JSON.stringify(used.result).includes("s3aled"));
  await shelf.refused("get_video_metadata", { url: `${site.origin}/gone`, maxRetries: 0 }, "404");

  await seal("another passphrase");
  const before = site.asked.length;
  await shelf.refused("get_video_metadata", { url }, "Cannot open the stored cookies");
  assertEquals(site.asked.length, before, "it fails before it asks");
});

Deno.test("the proxy of a call is the server's upstream, which the child never sees", async () => {
  const asked: string[] = [];
  const upstream = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = upstream.addr as Deno.NetAddr;
  const serving = (async () => {
    for await (const conn of upstream) {
      const buffer = new Uint8Array(4096);
      const n = await conn.read(buffer) ?? 0;
      asked.push(new TextDecoder().decode(buffer.subarray(0, n)).split("\r\n")[0]!);
      await conn.write(new TextEncoder().encode("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n"));
      conn.close();
    }
  })();
  {
    await using studio = await openVideoShelf([], [`127.0.0.1:${port}`]);
    const record = await studio.shelf.refused("get_video_metadata", {
      url: "https://www.youtube.com/watch?v=aaaaaaaaaaa",
      proxy: `http://127.0.0.1:${port}`,
      maxRetries: 0,
    }, "the upstream proxy answered 403");
    assert(!record.stderr.includes(`:${port}`), record.stderr);
    assert(!record.command.includes(`:${port}`), record.command);
  }
  assert(asked.length > 0);
  assertEquals([...new Set(asked)], ["CONNECT www.youtube.com:443 HTTP/1.1"]);
  upstream.close();
  await serving;
});
