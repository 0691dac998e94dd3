import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { usdcSettingOf } from '@gateway/scripts/audit/target'
import type { Case } from '../oracle/case.ts'
import type { Finding } from '../oracle/judgement.ts'
import { chaosChains } from './chains.ts'
import type { Verdict } from './judge.ts'

/** The targets of operator programs: a database, and the nodes themselves without the lying proxies. */
type Audited = Pick<Case, 'databaseUrl' | 'nodes'>

const root = join(import.meta.dirname, '../../..')
/** The programs of `npm run audit` and `npm run replay`, with their sentences. */
const programs = [
  { id: 'audit', sentence: 'the product’s own audit finds no violation' },
  { id: 'replay', sentence: 'the product’s own replay matches every stored payment' },
] as const

/** Runs the audit and the replay as processes against a settled run. */
export async function auditRun(audited: Audited): Promise<Verdict> {
  const runs = await Promise.all(programs.map((program) => runProgram(program, audited)))
  return {
    passed: runs.every(({ finding }) => finding.failures === 0),
    said: runs.map(({ said }) => said).join('\n'),
    findings: runs.map(({ finding }) => finding),
  }
}

async function runProgram({ id, sentence }: (typeof programs)[number], audited: Audited): Promise<{ finding: Finding; said: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, `scripts/${id}.ts`)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: settingsOf(audited),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const code = await new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject))
  const figure = output.trimEnd().split('\n').at(-1) ?? ''
  const shown = code === 0 ? '' : `\n${output.trimEnd()}`
  return {
    finding: { id, sentence, figure, failures: code === 0 ? 0 : 1 },
    said: `${id.padEnd(7)} ${code === 0 ? 'clean ' : 'BROKEN'}  ${figure}${shown}`,
  }
}

function settingsOf({ databaseUrl, nodes }: Audited): Readonly<Record<string, string>> {
  const ofNodes = chaosChains
    .map((chain) => ({ chain, ...nodes[chain] }))
    .flatMap(({ chain, rpc, usdc }) => [[`${chain}_RPC_URL`, rpc], ...(usdc === undefined ? [] : [[usdcSettingOf(chain), usdc]])])
  return { DATABASE_URL: databaseUrl, ...(Object.fromEntries(ofNodes) as Record<string, string>) }
}
