import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { byReference } from '@gateway/api/openapi/by-reference'
import type { ApiDocument } from './client-document.ts'

/** The compiler's JavaScript API, which TypeScript 7 lacks, from a package that bundles it without executables. */
const COMPILER = import.meta.resolve('@ts-morph/common/dist/typescript.js')

/** Named parts of objects, which only say once what several objects have. */
const parts = ['EscrowContract', 'EscrowMembers', 'EventMembers', 'CreatedEscrow', 'PayableMembers', 'WalletAddresses']

/** The generated types of every operation, object and event of the API. */
export async function clientTypes(document: ApiDocument): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'typescript' && context.parentURL?.includes('/@hey-api/') ? next(COMPILER, context) : next(specifier, context),
  })
  const folder = await mkdtemp(join(tmpdir(), 'gateway-client-'))
  try {
    const { createClient } = await import('@hey-api/openapi-ts')
    await createClient({
      input: structuredClone(byReference(document)),
      output: { path: folder, entryFile: false },
      plugins: ['@hey-api/typescript'],
      logs: { level: 'silent', file: false },
    })
    return withoutExport(await readFile(join(folder, 'types.gen.ts'), 'utf8'))
  } finally {
    hooks.deregister()
    await rm(folder, { recursive: true, force: true })
  }
}

const withoutExport = (text: string): string => text.replaceAll(new RegExp(`^export (?=type (?:${parts.join('|')}) )`, 'gm'), '')
