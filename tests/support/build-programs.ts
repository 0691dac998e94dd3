import { type BuiltPrograms, sources } from '@gateway/scripts/stack/programs'
import { bundleWorkflows } from '@gateway/worker/task-worker'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

/** Temporal looks for its native part and its threads beside its own files; pg-native is for those who have it. */
const LEFT_OUT = [/^@temporalio\//, /^pg-native$/]

const root = resolve(import.meta.dirname, '../..')
const NODE_MODULES = 'node_modules'

/** Where the programs are that `buildPrograms` has put into a folder. */
export const builtIn = (folder: string): BuiltPrograms => ({
  api: join(folder, 'api.mjs'),
  worker: join(folder, 'worker.mjs'),
  operator: join(folder, 'operator.mjs'),
  workflows: join(folder, 'workflows.js'),
})

/** Builds everything that a gateway is started from; a run starts hundreds of them, and each would read two thousand files. */
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

/** Files that are read from beside a module are still found there. */
const besideTheirSources: Plugin = {
  name: 'beside-their-sources',
  transform: {
    filter: { id: /\.ts$/, code: 'import.meta.url' },
    handler: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
}
