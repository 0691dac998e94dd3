import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { alertRules, alertsPage } from './alerts.ts'
import { clientCalls } from './client-calls.ts'
import { clientManual } from './client-manual.ts'
import { clientDocument } from './client-document.ts'
import { clientTypes } from './client-types.ts'
import { crashMatrixDocument } from './crash-matrix.ts'
import { errorsDocument } from './errors.ts'
import { eventsDocument } from './events.ts'
import { machinesDocument } from './machines.ts'
import { openApiDocument } from './openapi.ts'
import { exampleEnvironment, settingsDocument } from './settings.ts'
import { pageScript } from './page-scripts.ts'
import { root } from './sources.ts'
import { signerImportsDocument } from './signer-imports.ts'
import { workflowsDocument } from './workflows.ts'

/** Modules in `packages/pages/src/scripts` that pages load, each as one file. */
const pageScripts = ['language', 'checkout', 'live', 'account-link', 'reputation', 'start', 'docs/docs']

/** A generated file: made from the sources and, for a partly handwritten file, its current text. */
type Render = (current: string) => string | Promise<string>

const documents: Readonly<Record<string, Render>> = {
  'docs/generated/openapi.json': openApiDocument,
  'packages/client/src/generated/types.ts': () => clientTypes(clientDocument()),
  'packages/client/src/generated/calls.ts': () => clientCalls(clientDocument()),
  'packages/client/src/generated/manual.ts': () => clientManual(clientDocument()),
  'docs/generated/events.md': eventsDocument,
  'docs/generated/errors.md': errorsDocument,
  'docs/generated/machines.md': machinesDocument,
  'docs/generated/settings.md': settingsDocument,
  'docs/generated/crash-matrix.md': crashMatrixDocument,
  'docs/generated/signer-imports.json': signerImportsDocument,
  'docs/generated/workflows.md': workflowsDocument,
  'docs/generated/alerts.yml': alertRules,
  'docs/operations/alerts.md': alertsPage,
  '.env.example': exampleEnvironment,
  ...Object.fromEntries(
    pageScripts.map((name) => [`packages/pages/src/generated/scripts/${basename(name)}.js`, () => pageScript(`${name}.ts`)]),
  ),
}

const onlyCheck = process.argv.includes('--check')
const stale: string[] = []
for (const [path, render] of Object.entries(documents)) {
  const file = join(root, path)
  const current = await readFile(file, 'utf8').catch(() => '')
  const wanted = await render(current)
  if (wanted === current) continue
  stale.push(path)
  if (onlyCheck) continue
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, wanted)
}

if (stale.length === 0) console.log('Generated documents are up to date.')
else if (onlyCheck) {
  console.error(`Generated documents are stale: ${stale.join(', ')}. Run "npm run docs" and commit the result.`)
  process.exitCode = 1
} else console.log(`Generated documents written: ${stale.join(', ')}.`)
