const d=async(s:string)=>{const t=performance.now(); await import(s); console.log(s.padEnd(60), (performance.now()-t).toFixed(1));};
await d(Deno.args[0]!);
