const d=async(s:string)=>{const t=performance.now(); await import(s); console.log(s.padEnd(60), (performance.now()-t).toFixed(1));};
await d("../../src/plan/read.ts");
await d("../../src/plan/self_check.ts");
await d("../../src/server/registry.ts");
await d("../../src/server/stdio.ts");
await d("../../src/server/eras/v2025.ts");
await d("ajv/dist/2020.js");
await d("../../src/spec/pattern.ts");
