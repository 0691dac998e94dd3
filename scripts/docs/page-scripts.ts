import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './sources.ts'

const HEAD = '// Written by `npm run docs` from ../../scripts.\n'

/** A script of public pages as one file: the module of that name in `packages/pages/src/scripts`, with all that it imports. */
export async function pageScript(name: string): Promise<string> {
  const bundle = await rolldown({ input: join(root, 'packages/pages/src/scripts', name), logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'es', comments: false })
  await bundle.close()
  const [chunk, ...others] = output
  if (others.length > 0) throw new Error(`${name} is more than one file`)
  return HEAD + chunk.code
}
