import { bundleWorkflows } from '@gateway/worker/task-worker'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { type BuiltPrograms, builtIn, sources } from './programs.ts'

/** Temporal finds its native library and threads beside its own files, pdfkit its profiles of colours, lightning the interface of LND; pg-native is optional. */
const LEFT_OUT = [/^@temporalio\//, /^lightning$/, /^pdfkit$/, /^pg-native$/]

const root = resolve(import.meta.dirname, '../..')
const NODE_MODULES = 'node_modules'

/** Bundles the programs of a gateway into a folder of this checkout: from source each process reads two thousand files and keeps a compiler in memory. */
export async function buildPrograms(folder: string): Promise<BuiltPrograms> {
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, NODE_MODULES))) symlinkSync(join(root, NODE_MODULES), join(folder, NODE_MODULES))
  const built = builtIn(folder)
  const [bundle, { code }] = await Promise.all([
    rolldown({ input: { ...sources }, platform: 'node', external: LEFT_OUT, plugins: [besideTheirSources], logLevel: 'silent' }),
    bundleWorkflows(),
  ])
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' })
  await bundle.close()
  writeFileSync(built.workflows, code)
  return built
}

/** Keeps files that a module reads from its own folder findable. */
const besideTheirSources: Plugin = {
  name: 'beside-their-sources',
  transform: {
    filter: { id: /\.ts$/, code: 'import.meta.url' },
    handler: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
}
