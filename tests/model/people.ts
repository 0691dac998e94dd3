import { accept, mine, orphan, type Output, rivalsOf, tipOf, type Tx } from './chain.ts'
import type { World } from './world.ts'

/** A payer sends money to one of the addresses: the due amount or another. */
export function pay(world: World): void {
  const payment = world.random.pick([...world.rows.payments.values()])
  if (!payment) return
  const { dueUnits, asset } = payment
  const units =
    world.random.pick([dueUnits, dueUnits, dueUnits, dueUnits - 1n, dueUnits / 2n, dueUnits * 2n, dueUnits + 2n, 2_000n]) ?? dueUnits
  const output = { to: payment.id, units, asset: world.random.happens(10) ? null : asset }
  const outputs = world.random.happens(10) ? [output, output] : [output]
  make(world, { inputs: [`coin-${world.made.length}`], outputs })
}

/** A payer sends a transaction again that the node may have forgotten. */
export function payAgain({ chain, made, random }: World): void {
  const tx = random.pick(made)
  if (tx) accept(chain, tx)
}

/** A payer replaces an unmined deposit by one of more, less or nothing. */
export function replace(world: World): void {
  const tx = world.random.pick(world.made.filter(({ id }) => world.chain.pool.has(id)))
  if (!tx) return
  world.chain.pool.delete(tx.id)
  world.disturbed.add(tx.id)
  const outputs = world.random.pick<readonly Output[]>([
    [],
    tx.outputs,
    tx.outputs.map((output) => ({ ...output, units: output.units / 2n + 1n })),
  ])
  make(world, { inputs: tx.inputs, outputs: outputs ?? [] })
}

function make(world: World, tx: Omit<Tx, 'id'>): void {
  const made = { id: `tx-${world.made.length}`, ...tx }
  world.made.push(made)
  accept(world.chain, made)
}

/** A third party flushes a deposit contract. */
export function flush(world: World): void {
  const payment = world.random.pick([...world.rows.payments.keys()])
  if (world.rows.rules.watchesMempool || payment === undefined) return
  make(world, { inputs: [`stranger-${world.made.length}/0`], outputs: [], flushes: payment })
}

/** A miner mines a replaced transaction without knowing the replacement. */
export function resurface({ chain, random, rows }: World): void {
  const lost = random.pick(rows.attempts.filter(({ state, sentHeight }) => state === 'superseded' && sentHeight !== null))
  if (!lost) return
  const rivals = rivalsOf(chain, lost.tx)
  for (const rival of rivals) chain.pool.delete(rival.id)
  if (!accept(chain, lost.tx)) for (const rival of rivals) accept(chain, rival)
}

/** The node restarts with its blocks and an empty mempool. */
export function forget({ chain, disturbed }: World): void {
  for (const id of chain.pool.keys()) disturbed.add(id)
  chain.pool.clear()
}

/** Mines some blocks, each with a percentage of the pool. */
export function mineSome(world: World, most = world.rows.rules.watchesMempool ? 4 : 6, percent = 70): void {
  for (let left = 1 + world.random.below(most); left > 0; left--) mine(world.chain, world.now, () => world.random.happens(percent))
  world.highest = Math.max(world.highest, tipOf(world.chain).height)
}

/** A reorg, mostly shallow, sometimes deep; orphaned transactions may be lost. */
export function reorganise(world: World): void {
  const { chain, random, rows, highest } = world
  const wished = random.happens(60) ? 1 + random.below(3) : 4 + random.below(12)
  const isKept = rows.rules.watchesMempool ? 1 : highest - rows.rules.finalDepth + 2
  const depth = Math.min(wished, tipOf(chain).height - Math.max(isKept, 1) + 1)
  if (depth <= 0) return
  for (const block of chain.blocks.slice(-depth)) for (const tx of block.txs) world.disturbed.add(tx.id)
  orphan(chain, depth)
  for (const id of chain.pool.keys()) if (random.happens(15)) chain.pool.delete(id)
  if (random.happens(80)) mineSome(world, depth + 1, 50)
}
