import { join } from 'node:path'
import { findPaths, root } from './sources.ts'

/** A constant by its path, such as `bitcoinChains.BTC.finalDepth`, with its value as the page of facts spells it. */
export interface ChainConstant {
  readonly path: string
  readonly value: string
}

const files = [
  'packages/domain/src/money/chain-facts.ts',
  'packages/domain/src/payments/payment-rules.ts',
  ...findPaths('packages/chains/src/definitions/*.ts').filter((path) => !path.endsWith('.test.ts')),
]

/** Every constant that these files export, once: a table within another counts where it is found first. */
export async function findChainConstants(): Promise<ChainConstant[]> {
  const seen = new Set<unknown>()
  const found: ChainConstant[] = []
  for (const file of files) {
    const exported = (await import(join(root, file))) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) found.push(...constantsOf(name, value, seen))
  }
  return found
}

function constantsOf(path: string, value: unknown, seen: Set<unknown>): ChainConstant[] {
  if (typeof value === 'function' || value === undefined) return []
  if (typeof value !== 'object' || value === null) return [{ path, value: String(value) }]
  if (seen.has(value)) return []
  if (isTable(path)) seen.add(value)
  return Object.entries(value).flatMap(([key, member]) => constantsOf(`${path}.${key}`, member, seen))
}

/** Of shared parts, such as the rule that several chains have, each use is a constant of its own. */
const isTable = (path: string): boolean => !path.includes('.') || path.endsWith('.networks')
