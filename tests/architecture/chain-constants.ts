import { join } from 'node:path'
import { findPaths, root } from './sources.ts'

/** A constant by its path, such as `bitcoinChains.BTC.finalDepth`, with its value as the page of facts spells it. */
interface ChainConstant {
  readonly path: string
  readonly value: string
}

/** What a module of constants exports. */
type Exported = string | number | bigint | boolean | undefined | (() => unknown) | Table

interface Table {
  readonly [name: string]: Exported
}

const files = [
  'packages/domain/src/money/chain-facts.ts',
  'packages/domain/src/payments/payment-rules.ts',
  ...findPaths('packages/chains/src/definitions/*.ts').filter((path) => !path.endsWith('.test.ts')),
]

/** Every constant that these files export, once: a table within another counts where it is found first. */
export async function findChainConstants(): Promise<ChainConstant[]> {
  const seen = new Set<object>()
  const found: ChainConstant[] = []
  for (const file of files) {
    // What these modules export are functions and tables of plain values.
    const exported = (await import(join(root, file))) as Record<string, Exported>
    for (const [name, value] of Object.entries(exported)) found.push(...constantsOf(name, value, seen))
  }
  return found
}

function constantsOf(path: string, value: Exported, seen: Set<object>): ChainConstant[] {
  if (typeof value === 'function' || value === undefined) return []
  if (typeof value !== 'object') return [{ path, value: String(value) }]
  if (seen.has(value)) return []
  if (isTable(path)) seen.add(value)
  return Object.entries(value).flatMap(([key, member]) => constantsOf(`${path}.${key}`, member, seen))
}

/** Of shared parts, such as the rule that several chains have, each use is a constant of its own. */
const isTable = (path: string): boolean => !path.includes('.') || path.endsWith('.networks')
