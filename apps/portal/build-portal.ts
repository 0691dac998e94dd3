import { join } from 'node:path'
import { build } from 'vite'

const root = import.meta.dirname

/** Builds the portal into a folder, and returns it. It takes about two seconds. */
export async function buildPortal(outDir: string): Promise<string> {
  await build({ root, configFile: join(root, 'vite.config.ts'), build: { outDir }, logLevel: 'error' })
  return outDir
}
