const t0=performance.now();
const d=async(s:string)=>{const t=performance.now(); await import(s); console.log(s.padEnd(60), (performance.now()-t).toFixed(1));};
if (Deno.args[0]==="sdk") {
await d("zod/v4".replace("zod/v4","@modelcontextprotocol/sdk/types.js"));
await d("@modelcontextprotocol/sdk/validation/ajv-provider.js");
await d("@modelcontextprotocol/sdk/shared/protocol.js");
await d("@modelcontextprotocol/sdk/server");
const {Server}=await import("@modelcontextprotocol/sdk/server");
let t=performance.now(); new Server({name:"a",version:"1"},{capabilities:{tools:{}}}); console.log("new Server", performance.now()-t);
t=performance.now(); new Server({name:"a",version:"1"},{capabilities:{tools:{}}, jsonSchemaValidator:{getValidator(){throw 1}} as never}); console.log("new Server noajv", performance.now()-t);
} else {
await d("../../src/plan/read.ts");
await d("../../src/plan/self_check.ts");
await d("../../src/server/registry.ts");
await d("../../src/server/stdio.ts");
await d("../../src/server/eras/v2025.ts");
}
