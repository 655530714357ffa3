import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Answer } from "../_client.ts";
import { names, probe } from "./_media.ts";
import { COMMENTS, openVideoShelf } from "./_site.ts";

Deno.test("ytdlp__healthz succeeds over MCP", async () => {
  await using studio = await openVideoShelf();
  const health = await studio.shelf.answer("healthz");
  assertEquals([health.status, health.missing, health.install], ["ok", [], null]);
  assert(/^\d{4}\.\d\d\.\d\d/.test(health.yt_dlp), health.yt_dlp);
  assertEquals(studio.site.asked, [], "it asks no site");
});

Deno.test("ytdlp tools tell what a site says of a video", async () => {
  await using studio = await openVideoShelf();
  const { shelf, site } = studio;
  // Plain addresses are asked for by HTTPS, as nothing else goes out.
  const url = `${site.origin}/talk/abc`.replace("https:", "http:");
  const [all, some, every, languages] = await Promise.all([
    shelf.answer("get_video_metadata", { url }),
    shelf.answer("get_video_metadata", { url, fields: "id, title,view_count,nothing" }),
    shelf.answer("get_video_metadata", { url, fields: "all" }),
    shelf.answer("list_subtitle_languages", { url }),
  ]);
  assertEquals([all.id, all.title, all.duration], ["abc", 'Title "abc" äöü', 20]);
  assertEquals([all.description, all.formats], ["About abc\nsecond row", undefined]);
  assertEquals(some, { id: "abc", title: 'Title "abc" äöü', view_count: 1234 });
  assertEquals(every.formats.length, 1);
  assertEquals(languages.subtitles, ["en", "pt-BR"]);
  assertEquals(languages.automatic_captions, ["de"]);
  const summary = await shelf.client.finish("ytdlp__get_video_metadata_summary", { url });
  for (const words of ['Title "abc" äöü\n', "Published: 2024-02-29", "Views: 1234", "second row"]) {
    assertStringIncludes(summary.stdout, words);
  }
  const mute = await shelf.answer("list_subtitle_languages", { url: `${site.origin}/talk/mute` });
  assertEquals(mute.subtitles, []);
});

Deno.test("ytdlp tools fetch comments in the order and number asked for", async () => {
  await using studio = await openVideoShelf();
  const { shelf, site } = studio;
  const url = `${site.origin}/talk/abc`;
  const top = await shelf.answer("get_video_comments", { url, maxComments: 3 });
  assertEquals([top.comment_count, top.fetched], [15, 3]);
  assertEquals(top.comments, COMMENTS.slice(0, 3));
  const fresh = await shelf.answer("get_video_comments", { url, sortOrder: "new" });
  assertEquals([fresh.fetched, fresh.comments[0].id], [15, "c14"]);
  assert(site.asked.includes("GET /comments.json?order=top&max=3"), site.asked.join("\n"));
  const { stdout } = await shelf.client.finish("ytdlp__get_video_comments_summary", { url });
  assertStringIncludes(stdout, "Comments in all: 15\nFetched: 15\n");
  assertStringIncludes(stdout, "1. Author 0 (100 likes)\n   line one\\nline two\n");
  assertEquals(stdout.match(/^\d+\. /gm)?.length, 10);
  assert(!stdout.includes("x".repeat(400)), "long comments are cut");
  // A site without comments.
  const none = await shelf.answer("get_video_comments", { url: `${site.origin}/page` });
  assertEquals([none.comment_count, none.fetched, none.comments], [null, 0, []]);
});

Deno.test("ytdlp__search_videos pages, filters by date, and lists", async () => {
  await using studio = await openVideoShelf();
  const { shelf, site } = studio;
  const query = `-x "two" & words; ü $(id)`;
  const found = await shelf.answer("search_videos", { query, maxResults: 3, offset: 50 });
  assertEquals([found.query, found.offset, found.count], [query, 50, 3]);
  assertEquals(found.videos.map((v: Answer) => v.id), ["v50", "v51", "v52"]);
  assertEquals(found.videos[0].title, `${query} 50`);
  const listed = await shelf.client.finish("ytdlp__search_videos", {
    query,
    maxResults: 2,
    uploadDateFilter: "week",
    response_format: "markdown",
  });
  assertEquals(listed.stdout.split("\n").filter((l: string) => l.startsWith("- ")).length, 2);
  const sp = new URL(site.asked.at(-1)!.split(" ")[1]!, site.origin).searchParams;
  assertEquals([sp.get("q"), sp.get("sp")], [query, "EgQIAxAB"]);
  const past = await shelf.answer("search_videos", { query, offset: 100 });
  assertEquals([past.count, past.videos], [0, []]);
});

Deno.test("ytdlp tools download whole, in part, sound, subtitles and transcript", async () => {
  await using studio = await openVideoShelf();
  const { shelf, site } = studio;
  const url = `${site.origin}/talk/abc`;
  const folder = `${shelf.world.root}/out`;
  const whole = await shelf.answer("download_video", { url, output_dir: "out" });
  assertEquals([whole.id, whole.title, whole.webpage_url], ["abc", 'Title "abc" äöü', url]);
  const [file] = whole.files;
  assertEquals(file.size_bytes, Deno.statSync(file.path).size);
  assertEquals((await probe(file.path)).video!.frames, 200);
  // Again, over what is there.
  await shelf.answer("download_video", { url, output_dir: "out", resolution: "best" });
  assertEquals(names(folder).length, 1);

  const part = await shelf.answer("download_video", {
    url: `${site.origin}/page`,
    output_dir: "out",
    startTime: "5",
    endTime: "0:08",
  });
  const { duration } = await probe(part.files[0].path);
  assert(Math.abs(duration - 3) < 0.3, `${duration} s`);

  const sound = await shelf.answer("download_audio", { url, output_dir: "out" });
  const probed = await probe(sound.files[0].path);
  assertEquals([probed.video, probed.audio!.codec], [undefined, "aac"]);

  const subtitles = await shelf.answer("download_video_subtitles", {
    url,
    output_dir: "out",
    language: "pt-BR",
  });
  assert(subtitles.files[0].path.endsWith(" [abc].pt-BR.vtt"), subtitles.files[0].path);
  assertStringIncludes(Deno.readTextFileSync(subtitles.files[0].path), "dito");

  const text = "said & more\nthe 2nd row: 1 < 2";
  const spoken = await shelf.client.finish("ytdlp__download_transcript", { url });
  assertEquals([spoken.isError, spoken.stdout.trim()], [false, text]);
  const before = names(folder).length;
  await shelf.client.finish("ytdlp__download_transcript", {
    url,
    language: "de",
    output_dir: "out",
  });
  const written = names(folder).filter((name) => name.endsWith(".de.txt"));
  assertEquals([names(folder).length - before, written.length], [1, 1]);
  assertEquals(
    Deno.readTextFileSync(`${folder}/${written[0]}`),
    text.replace("said", "gesagt") + "\n",
  );
  assertEquals(names(folder).filter((name) => name.startsWith(".")), []);
});

Deno.test("ytdlp downloads go to output_dir, YTDLP_OUTPUT_DIR, the global one, else ~/Downloads", async () => {
  for (
    const set of [["YTDLP_OUTPUT_DIR", "SHELL_AS_MCP_OUTPUT_DIR"], ["SHELL_AS_MCP_OUTPUT_DIR"], []]
  ) {
    await using studio = await openVideoShelf(set);
    const { shelf, site } = studio;
    const { files } = await shelf.answer("download_video_subtitles", {
      url: `${site.origin}/talk/abc`,
    });
    const folder = files[0].path.slice(0, files[0].path.lastIndexOf("/"));
    assertEquals(folder, `${shelf.world.folder}/${set[0] ?? "home/Downloads"}`);
    assert(Deno.statSync(files[0].path).isFile);
  }
});

Deno.test("ytdlp downloads end with a failure when there is nothing, and leave nothing", async () => {
  await using studio = await openVideoShelf();
  const { shelf, site } = studio;
  const talk = (id: string) => ({ url: `${site.origin}/talk/${id}`, output_dir: "out" });
  const gone = { url: `${site.origin}/gone`, output_dir: "out", maxRetries: 0 };
  for (
    const action of [
      "download_video",
      "download_audio",
      "download_transcript",
      "download_video_subtitles",
    ]
  ) {
    const record = await shelf.refused(action, gone, "404", "yt-dlp failed");
    assertEquals(record.exit_code, 1);
  }
  await shelf.refused("download_video_subtitles", talk("mute"), "list_subtitle_languages");
  await shelf.refused(
    "download_transcript",
    { ...talk("abc"), language: "fr" },
    "no subtitles",
    "fr",
  );
  // What a site calls a script does not get into the folder.
  await shelf.refused("download_video", talk("script"), "ends in .sh");
  assertEquals(names(`${shelf.world.root}/out`), []);
});
