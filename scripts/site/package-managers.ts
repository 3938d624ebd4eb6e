/** Shows commands that install packages or set an app up for each package manager. */

/** Converts npm commands to those of another package manager. */
interface Manager {
  readonly name: string;
  readonly add: string;
  readonly addDev: string;
  readonly execute: string;
}

const managers: readonly Manager[] = [
  { name: "npm", add: "npm install", addDev: "npm install --save-dev", execute: "npx" },
  { name: "pnpm", add: "pnpm add", addDev: "pnpm add --save-dev", execute: "pnpm dlx" },
  { name: "yarn", add: "yarn add", addDev: "yarn add --dev", execute: "yarn dlx" },
  { name: "bun", add: "bun add", addDev: "bun add --dev", execute: "bunx" },
];

const install = /^npm install (?:--save-dev |-D )?(?=[@\w])/;
const setUp = /^npx @latchkey\/cli (?=init\b)/;

/**
 * Returns a tabbed group of code blocks, or `null` unless each line installs packages or runs `init`.
 * @param code the lines of a `sh` block
 */
export function inEachManager(code: string): string | null {
  const lines = code.trimEnd().split("\n");
  if (!lines.every((line) => install.test(line) || setUp.test(line))) return null;
  const tabs = managers.map((manager) => {
    const converted = lines.map((line) => convert(line, manager)).join("\n");
    return `\`\`\`sh [${manager.name}]\n${converted}\n\`\`\``;
  });
  return `::: code-group\n${tabs.join("\n")}\n:::`;
}

function convert(line: string, { add, addDev, execute }: Manager): string {
  if (setUp.test(line)) return line.replace(setUp, `${execute} @latchkey/cli `);
  const isDev = /^npm install (?:--save-dev|-D) /.test(line);
  return line.replace(install, `${isDev ? addDev : add} `);
}
