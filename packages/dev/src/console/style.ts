/** The stylesheet of the console. */

export const style = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#59626d;--paper:#f4f5f7;--card:#fff;--line:#dfe3e8;--accent:#2456d6;--good:#1a6b3c;--bad:#b3261e;--chip:#eef1f4}
@media(prefers-color-scheme:dark){:root{--ink:#eceef1;--soft:#a2abb6;--paper:#111418;--card:#191d22;--line:#2b323a;--accent:#8fb0ff;--good:#7fd6a2;--bad:#ff9d94;--chip:#242a31}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
h1,h2,p,ul,dl,dd{margin:0;padding:0}
h1{font-size:19px;line-height:1.3;overflow-wrap:anywhere}
h2{font-size:16px}
a{color:var(--accent)}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
.top{display:flex;flex-wrap:wrap;gap:10px 20px;align-items:center;justify-content:space-between;padding:14px 20px;background:var(--card);border-bottom:1px solid var(--line)}
.soft{color:var(--soft);font-size:13px;overflow-wrap:anywhere}
nav,.ways{display:flex;flex-wrap:wrap;gap:8px}
nav a{padding:5px 10px;border-radius:8px;color:var(--ink);text-decoration:none}
nav a:hover{background:var(--chip)}
.count{color:var(--soft);font-weight:400}
main{display:grid;gap:16px;padding:16px 20px 40px;max-width:1500px;margin:0 auto}
.column{display:grid;gap:16px;align-content:start;min-width:0}
@media(min-width:900px){main.columns{grid-template-columns:repeat(2,minmax(0,1fr))}}
section{min-width:0;background:var(--card);border:1px solid var(--line);border-radius:12px;scroll-margin-top:16px}
.head{display:flex;align-items:center;justify-content:space-between;gap:12px;min-height:50px;padding:8px 16px;border-bottom:1px solid var(--line)}
.scroll{max-height:min(27rem,75vh);overflow:auto;border-radius:0 0 12px 12px}
.rows{list-style:none}
.rows>li{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;justify-content:space-between;padding:10px 16px;border-bottom:1px solid var(--line)}
.rows>li:last-child{border-bottom:0}
.what{flex:1 1 220px;min-width:0;overflow-wrap:anywhere}
.what>a{font-weight:600}
.empty{display:none;padding:18px 16px;color:var(--soft)}
.rows:empty+.empty{display:block}
.chips{display:flex;flex-wrap:wrap;gap:4px 6px;margin-top:5px;list-style:none}
.chips>li,.chip{padding:1px 8px;border-radius:6px;background:var(--chip);font-size:12.5px;overflow-wrap:anywhere}
.good{color:var(--good)}
.bad{color:var(--bad);font-weight:600}
button,.button{display:inline-block;padding:5px 12px;border:1px solid var(--line);border-radius:8px;background:var(--card);color:var(--ink);font:inherit;font-size:14px;text-decoration:none;cursor:pointer}
button:hover,.button:hover{border-color:var(--soft)}
button[hidden]{display:none}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.scroll:focus-visible{outline-offset:-3px}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:2px 14px;padding:12px 16px}
.facts dt{color:var(--soft)}
.facts dd{overflow-wrap:anywhere}
.links{display:grid;gap:8px;padding:12px 16px;list-style:none;overflow-wrap:anywhere}
iframe{display:block;width:100%;height:70vh;border:0;border-radius:0 0 12px 12px;resize:vertical}
pre{margin:0;padding:14px 16px;white-space:pre-wrap;overflow-wrap:anywhere}
main>nav{margin:0 -4px}
.endpoint{border-bottom:1px solid var(--line)}
.endpoint:last-child{border-bottom:0}
.endpoint summary{padding:9px 16px;cursor:pointer;overflow-wrap:anywhere}
.endpoint[open]>summary{background:var(--chip)}
.method{display:inline-block;min-width:3.2em;font:600 12px/1.5 ui-monospace,monospace;color:var(--soft)}
.inside{display:grid;gap:8px;padding:12px 16px}
.inside .facts{padding:0}
.inside code{overflow-wrap:anywhere}
h3{margin:6px 0 0;font-size:14px}
.try{display:grid;gap:6px;justify-items:start}
.try[hidden]{display:none}
.try input,.try textarea{width:100%;resize:vertical;font:13px/1.5 ui-monospace,monospace}
.try output{width:100%}
.try pre{background:var(--chip);border-radius:8px;max-height:24rem;overflow:auto}
input,textarea,select{padding:6px 10px;border:1px solid var(--soft);border-radius:8px;background:var(--card);color:var(--ink);font:inherit;font-size:14px;min-width:0}
@media(max-width:480px){.top,main{padding-left:12px;padding-right:12px}button,.button,nav a{padding-top:8px;padding-bottom:8px}}
`;
