import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

interface CompiledContract {
  readonly abi: readonly unknown[]
  readonly evm: { readonly bytecode: { readonly object: string } }
}

interface CompilerOutput {
  readonly errors?: readonly { readonly errorCode: string; readonly formattedMessage: string }[]
  readonly contracts: Readonly<Record<string, Readonly<Record<string, CompiledContract>>>>
}

interface Compiler {
  version(): string
  compile(input: string, callbacks: { import(path: string): { contents: string } | { error: string } }): string
}

const root = join(import.meta.dirname, '..')
const chains = join(root, 'packages/chains')
const sourceFolder = join(chains, 'contracts')
const generatedFolder = join(chains, 'src/evm/generated')
const chainsRequire = createRequire(join(chains, 'package.json'))

/** Deposit and escrow addresses depend on the bytecode, so these settings change only with a new factory version. */
const compilerVersion = '0.8.37'
const settings = {
  viaIR: true,
  optimizer: { enabled: true, runs: 10_000 },
  evmVersion: 'cancun',
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

/** Deposit and escrow use SELFDESTRUCT and transient storage, and a probe uses `transfer`; every other warning is an error. */
const expectedWarnings = new Set(['5159', '2394', '9207'])

const outputs = [
  { file: 'deposit-contracts.ts', sources: /^Deposit/, purpose: 'The deposit contracts' },
  { file: 'escrow-contracts.ts', sources: /^Escrow/, purpose: 'The escrow contracts' },
  { file: 'test-contracts.ts', sources: /^test\//, purpose: 'Contracts for development networks and tests only' },
]

/** Names what was compiled last, and what it became, when the two agreed: compiling takes 17 seconds of a processor. */
const agreed = join(root, '.cache/contracts.sha256')

const sources = await readSources()
if (!process.argv.includes('--check')) await writeOutputs()
else if ((await readOrNothing(agreed)) !== (await digest())) await checkOutputs()
if (process.exitCode !== 1)
  console.log(`Contracts: solc ${compilerVersion}, ${outputs.map(({ file }) => file).join(', ')} match their sources.`)

async function writeOutputs(): Promise<void> {
  const compiled = compileSources(sources)
  for (const output of outputs) await writeFile(join(generatedFolder, output.file), printOutput(output, compiled))
}

async function checkOutputs(): Promise<void> {
  const compiled = compileSources(sources)
  const stale: string[] = []
  for (const output of outputs) {
    const path = join(generatedFolder, output.file)
    if ((await readOrNothing(path)) !== printOutput(output, compiled)) stale.push(relative(root, path))
  }
  if (stale.length > 0) {
    console.error(
      `stale, differs from the sources in ${relative(root, sourceFolder)}: ${stale.join(', ')}. Run "npm run contracts" and commit the result.`,
    )
    process.exitCode = 1
    return
  }
  await mkdir(dirname(agreed), { recursive: true })
  await writeFile(agreed, await digest())
}

/** Of everything that the check reads: the sources, this script, the versions of compiler and libraries, and the written files. */
async function digest(): Promise<string> {
  const written = [import.meta.filename, join(root, 'package-lock.json'), ...outputs.map(({ file }) => join(generatedFolder, file))]
  const texts = await Promise.all(written.map(readOrNothing))
  return createHash('sha256')
    .update(JSON.stringify([sources, texts]))
    .digest('hex')
}

function readOrNothing(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

async function readSources(): Promise<Record<string, { content: string }>> {
  const names = (await readdir(sourceFolder, { recursive: true })).filter((name) => name.endsWith('.sol')).sort()
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, { content: await readFile(join(sourceFolder, name), 'utf8') }])),
  )
}

function compileSources(input: Record<string, { content: string }>): CompilerOutput['contracts'] {
  // The package has no types; these are the two functions its README documents.
  const compiler = chainsRequire('solc') as Compiler
  if (!compiler.version().startsWith(`${compilerVersion}+`))
    throw new Error(`solc ${compilerVersion} is required, found ${compiler.version()}`)
  const text = compiler.compile(JSON.stringify({ language: 'Solidity', sources: input, settings }), { import: readImport })
  // The shape is fixed by the compiler's standard JSON interface.
  const output = JSON.parse(text) as CompilerOutput
  const problems = (output.errors ?? []).filter(({ errorCode }) => !expectedWarnings.has(errorCode))
  if (problems.length > 0)
    throw new Error(problems.map(({ errorCode, formattedMessage }) => `${errorCode}: ${formattedMessage}`).join('\n'))
  return output.contracts
}

function readImport(path: string): { contents: string } | { error: string } {
  try {
    return { contents: chainsRequire('node:fs').readFileSync(chainsRequire.resolve(path), 'utf8') }
  } catch (cause) {
    return { error: String(cause) }
  }
}

function printOutput({ sources: wanted, purpose }: (typeof outputs)[number], compiled: CompilerOutput['contracts']): string {
  const own = Object.entries(compiled).filter(([path]) => path in sources && wanted.test(path))
  const contracts = own.flatMap(([path, byName]) => Object.entries(byName).map(([name, contract]) => ({ path, name, contract })))
  const deployable = contracts.filter(({ contract }) => contract.evm.bytecode.object !== '')
  const header = `// ${purpose}. Written by \`npm run contracts\` with solc ${compilerVersion}; do not edit.\n`
  return header + deployable.map(printContract).join('')
}

function printContract({ path, name, contract }: { path: string; name: string; contract: CompiledContract }): string {
  const prefix = `${name.charAt(0).toLowerCase()}${name.slice(1)}`
  const abi = contract.abi.map((entry) => `  ${JSON.stringify(entry)},\n`).join('')
  return `
/** Interface of \`${name}\` in contracts/${path}. */
export const ${prefix}Abi = [\n${abi}] as const

/** Init code of \`${name}\` without constructor arguments. */
export const ${prefix}InitCode =
  '0x${contract.evm.bytecode.object}' as const
`
}
