const t=performance.now(); const m = await import(Deno.args[0]); console.log(performance.now()-t);
