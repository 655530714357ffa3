import { assertEquals } from "@std/assert";
import { anyView } from "../../src/sandbox/view.ts";
import { withRoot } from "./fake_root.ts";
import { assertSound, BINARY, DEBIAN, DEBIAN_LINKS } from "./view_of.ts";

Deno.test("anyView() shows /usr, /opt and the folders of PATH, never a home", () => {
  withRoot({
    ...DEBIAN,
    "/usr/bin/p": BINARY,
    "/opt/x": "",
    "/home/ann/bin/p": BINARY,
    "/home/ann/secret": "",
    "/home/ann/.pyenv/shims/py": BINARY,
    "/home/ann/.pyenv/versions/3.11.7/bin/py": BINARY,
    "/home/ann/.nvm/v20/bin/node": BINARY,
    "/home/ann/.nvm/v20/lib/x": "",
  }, (files) => {
    const result = anyView(
      "/home/ann:/home:/:/home/ann/bin:/home/ann/.pyenv/shims:/home/ann/.nvm/v20/bin:/bin:.:/none",
      { home: "/home/ann", files },
    );
    assertSound(result);
    assertEquals(result.binds, [
      "/opt",
      "/usr",
      "/home/ann/bin",
      "/home/ann/.pyenv/shims",
      "/home/ann/.pyenv/versions",
      "/home/ann/.nvm/v20/bin",
      "/home/ann/.nvm/v20/lib",
    ]);
    assertEquals(result.links, DEBIAN_LINKS);
    assertEquals(
      result.searchPath,
      "/home/ann/bin:/home/ann/.pyenv/shims:/home/ann/.nvm/v20/bin:/usr/bin",
    );
  });
});

Deno.test("anyView() shows /bin and /lib where they are folders", () => {
  withRoot({ "/bin/sh": BINARY, "/lib/x": "", "/usr/bin/p": BINARY }, (files) => {
    assertEquals(anyView("/usr/bin", { files }).binds, ["/bin", "/lib", "/usr"]);
  });
});
