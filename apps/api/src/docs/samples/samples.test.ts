import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { restProcedures } from '../../http/procedures/rest.ts'
import { describeApi } from '../../openapi.ts'
import { appRouter } from '../../router.ts'
import { operationsOf } from '../reference/operations.ts'
import { literal, notations } from './literal.ts'
import { sampledOperations, sampleRequest } from './sample-request.ts'
import { samplesOf } from './samples.ts'

const root = join(import.meta.dirname, '../../../../..')
const operations = operationsOf(describeApi(appRouter, 'https://pay.example'))
const procedures = new Map(restProcedures(appRouter).map((procedure) => [procedure.name.replaceAll('.', '_'), procedure]))
const guides = join(import.meta.dirname, '../guides')

/** The code blocks of every guide in a language, with their guide. */
const guideBlocks = (language: string): { name: string; code: string }[] =>
  readdirSync(guides)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const text = readFileSync(join(guides, file), 'utf8').replaceAll('{{asset}}', 'BTC').replaceAll('{{origin}}', 'https://pay.example')
      return [...text.matchAll(new RegExp(`^\`\`\`${language} .*?\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = ''], at) => ({
        name: `${file} ${at}`,
        code,
      }))
    })
const codeOf = (label: string) =>
  operations.map((operation) => ({
    name: operation.id,
    code: samplesOf(operation, ['BTC']).find((pane) => pane.label === label)?.code ?? '',
  }))

test('every input of a sample belongs to an operation', () => {
  expect(sampledOperations.filter((id) => !operations.some((operation) => operation.id === id))).toEqual([])
})

/** Parameters of paths that are no UUIDs. */
const formed: Readonly<Record<string, string>> = { key_id: '0123456789ab', payment_hash: 'ab'.repeat(32), did: 'did:web:shop.example' }

describe.each(operations.filter(({ id }) => procedures.has(id)))('the samples of $id', (operation) => {
  test('send what the operation accepts', () => {
    const request = sampleRequest(operation, ['BTC'])
    const ids = Object.fromEntries(request.ids.map(({ name }) => [name, formed[name] ?? crypto.randomUUID()]))
    const input = procedures.get(operation.id)?.input
    expect(input?.safeParse({ ...ids, ...request.query, ...request.body }).error).toBeUndefined()
  })

  test('send it to the address of the operation with its credential', () => {
    const [{ path, method }] = operation.places
    const fixed = path.split(/\{\w+\}/)
    for (const { label, code } of samplesOf(operation, ['BTC'])) {
      const isClient = label === 'Node'
      expect(isClient ? [`client.${operation.name}`] : fixed).toSatisfy((parts: string[]) => parts.every((part) => code.includes(part)))
      expect(code.includes('SERVICE_API_KEY') || isClient || operation.access !== 'key').toBe(true)
    }
    expect(samplesOf(operation, ['BTC'])[2]?.code).toContain(`requests.${method}(`)
  })
})

test('a guide sends bodies that the operation accepts', () => {
  const bodies = guideBlocks('sh').flatMap(({ code }) =>
    [...code.matchAll(/\$SERVICE_BASE_URL(\/api\/[\w/-]+)"[^']*?--json '([^']*)'(?!")/gs)].map(([, path = '', body = '']) => ({
      path,
      body,
    })),
  )
  expect(bodies.length).toBeGreaterThan(3)
  for (const { path, body } of bodies) {
    const { input } = [...procedures.values()].find(({ rest }) => rest.method === 'post' && rest.path === path) ?? {}
    expect([path, input?.safeParse(JSON.parse(body)).success]).toEqual([path, true])
  }
})

test('every sample and guide in Python compiles', () => {
  const texts = [...codeOf('Python'), ...guideBlocks('py')]
  const program = 'import json, sys\nfor s in json.load(sys.stdin): compile(s["code"], s["name"], "exec")'
  execFileSync('python3', ['-c', program], { input: JSON.stringify(texts) })
  expect(texts.length).toBeGreaterThan(operations.length)
})

test('every sample and guide for a shell is read by bash', () => {
  for (const { name, code } of [...codeOf('curl'), ...guideBlocks('sh')]) {
    expect([name, execFileSync('bash', ['-n'], { input: code }).toString()]).toEqual([name, ''])
  }
})

test('every guide in JavaScript is a module', () => {
  const blocks = guideBlocks('js')
  expect(blocks.length).toBeGreaterThan(4)
  for (const { code } of blocks) expect(stripTypeScriptTypes(code)).toBe(code)
})

test('every sample for Node fits the types of the client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-samples-'))
  try {
    const files = codeOf('Node').map(({ name, code }) => {
      writeFileSync(join(folder, `${name}.mjs`), `${code}\nexport {}\n`)
      return `${name}.mjs`
    })
    const compilerOptions = {
      allowJs: true,
      checkJs: true,
      noEmit: true,
      // A sample may read a variable of the environment without asking whether it is set.
      strict: false,
      target: 'es2024',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      paths: { '@gateway/client': [join(root, 'packages/client/src/index.ts')] },
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    expect(typeErrors(folder)).toBe('')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** What the compiler says about a folder; empty when it is content. */
function typeErrors(folder: string): string {
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' })
    return ''
  } catch (error) {
    return String((error as { stdout?: string }).stdout)
  }
}

describe('literal', () => {
  const value = { a: "it's", b: [1, true, null], c: { d: 'a long text that needs a line of its own, and more' } }

  test('writes a value in each notation', () => {
    expect(literal(value, notations.js)).toBe(
      `{\n  a: 'it\\'s',\n  b: [1, true, null],\n  c: {\n    d: 'a long text that needs a line of its own, and more',\n  },\n}`,
    )
    expect(literal(value, notations.py)).toContain(`"b": [1, True, None],`)
    expect(JSON.parse(literal(value, notations.json))).toEqual(value)
  })
})
