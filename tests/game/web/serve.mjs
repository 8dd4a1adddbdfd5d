// A static server on localhost: node serve.mjs folder port. As a module: serve(folder, port) returns the server.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { join, normalize, extname } from "node:path";
import { pathToFileURL } from "node:url";

const TYPES = { ".html": "text/html; charset=utf-8", ".wasm": "application/wasm" };
// A cross-origin isolated page has a finer clock, so that the panel's numbers settle sooner.
const ALONE = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
const MORE_PORTS = 20;

export function serve(folder, port) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    try {
      const file = join(folder, path.endsWith("/") ? path + "index.html" : path);
      const bytes = await readFile(file);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", ...ALONE }).end(bytes);
    } catch {
      response.writeHead(404).end("not found");
    }
  });
  return new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", () => done(server));
  });
}

async function main(folder, wanted) {
  for (let port = wanted; port <= wanted + MORE_PORTS; port++) {
    try {
      await serve(folder, port);
      return console.log(`${port === wanted ? "" : `Port ${wanted} is taken. `}Open http://localhost:${port}`);
    } catch (error) {
      if (error.code !== "EADDRINUSE") throw error;
    }
  }
  console.error(`The ports ${wanted} to ${wanted + MORE_PORTS} are all taken: make serve WEB_PORT=9000 takes another.`);
  process.exit(1);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv[2], Number(process.argv[3]));
