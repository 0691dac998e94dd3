import type { DevnetChain } from '@gateway/devnet/chains'
import { createReconciliationNode } from '@gateway/chains/nodes'
import { evmFaucet } from '@gateway/devnet/evm/evm'
import { sendEvm } from '@gateway/devnet/evm/evm-faucet'
import { freePort } from '@gateway/devnet/processes/port'
import { callRpc } from '@gateway/devnet/rpc'
import { openOrm } from '@gateway/db/orm'
import { alertGroups } from '@gateway/operations/observability/alerts/alerts'
import { gauges } from '@gateway/operations/observability/metrics/register-metrics'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { reconcileChain } from '@gateway/operations/invariants/reconciliation/reconcile-chain'
import { systemClock } from '@gateway/operations/kernel/system-clock'
import { nodeUrls, signerSettings } from '@gateway/scripts/stack/settings'
import { untilReady } from '@gateway/scripts/stack/gateway'
import { readPromql } from '@gateway/testing/promql'
import { eventually } from '@gateway/testing/wait'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../architecture/sources.ts'
import { hasReadAll, headOf } from '../support/chain-heights.ts'
import { pay, unitsOf } from '../support/customer.ts'
import { FINALIZING, untilForwarded } from '../support/forwarding.ts'
import { operate, operateAs } from '../support/operator.ts'
import { mine, openStory, type Story } from '../support/story.ts'
import { pauseInvariantChecks } from '../support/pause-invariant-checks.ts'

const ADDED_BY_PROMETHEUS = 'instance'

let story: Story
let ports: { api: number; worker: number; sdk: number }
beforeAll(async () => {
  story = await openStory({ chains: ['BTC', 'ETH'] })
  ports = { api: await freePort(), worker: await freePort(), sdk: await freePort() }
  const { gateway } = story
  await Promise.all([gateway.kill('api'), gateway.kill('worker')])
  await gateway.start('api', { METRICS_PORT: String(ports.api) })
  await gateway.start('worker', { METRICS_PORT: String(ports.worker), TEMPORAL_METRICS_PORT: String(ports.sdk) })
  await untilReady(gateway)
})
afterAll(() => story?.close())

const scrape = async (port: number): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
const scrapeAll = async (): Promise<string> => (await Promise.all(Object.values(ports).map(scrape))).join('\n')

describe('metrics', () => {
  test('metrics cover a payment from creation to forward, without ids, addresses or URLs in labels', async () => {
    const asked = await story.shop.ask({ blockchain: 'BTC' })
    await pay(story, asked)
    await untilForwarded(story, asked)
    const text = await eventually('the signer to have shown that it lives', async () => {
      const scraped = await scrapeAll()
      return /^role_heartbeat_age_seconds\{role="signer"\} \d/m.test(scraped) ? scraped : undefined
    })
    expect(text).toMatch(/^http_request_duration_seconds_count\{method="POST",route="\/api\/payments\/create",status="201"\} \d+$/m)
    expect(text).toMatch(/^http_request_duration_seconds_count\{method="GET",route="\/api\/payments\/\{[a-z_]+\}",status="200"\} \d+$/m)
    expect(text).toMatch(/^scanner_lag_blocks\{chain="BTC"\} 0$/m)
    expect(text).toMatch(/^pool_free_addresses\{chain="BTC"\} \d{3,4}$/m)
    expect(text).toMatch(/^gas_payer_balance_coins\{chain="ETH"\} \d/m)
    expect(text).toMatch(/^chain_rpc_errors_total\{chain="ETH"\} \d+$/m)
    expect(text).toMatch(/^chain_rpc_calls_total\{chain="BTC",method="getblock"\} \d+$/m)
    expect(text).toMatch(/^invariant_run_age_seconds\{form="new"\} \d/m)
    expect(text).toMatch(/^db_pool_connections\{state="waiting"\} 0$/m)
    const labels = text
      .split('\n')
      .flatMap((line) => (line.startsWith('#') ? [] : [...line.matchAll(/"([^"]*)"/g)].map(([, value]) => value)))
    expect(labels.filter((value) => /[0-9a-f]{8}-[0-9a-f]{4}|0x[0-9a-fA-F]{8}|bcrt1|postgres:/.test(value ?? ''))).toEqual([])
  })

  test('every metric and label that an alert uses is exposed', async () => {
    const text = await scrapeAll()
    // A failure counter appears with its first failure; its name is in the native library of the SDK.
    const [library = ''] = globSync('node_modules/@temporalio/core-bridge/releases/*/*.node', { cwd: root })
    const known = readFileSync(join(root, library)).toString('latin1')
    const isThere = (metric: string): boolean =>
      text.includes(`# TYPE ${metric} `) || (metric.startsWith('temporal_') && known.includes(metric.replace(/^temporal_|_total$/g, '')))
    const alerts = Object.values(alertGroups).flat()
    expect(alerts.filter(({ metric }) => !isThere(metric)).map(({ name }) => name)).toEqual([])
    const labelled = (metric: string, label: string): boolean => {
      const series = text.split('\n').filter((line) => line.startsWith(`${metric}{`))
      return series.length === 0 || label === ADDED_BY_PROMETHEUS || series.some((line) => line.includes(`${label}="`))
    }
    const byNoLabel = alerts.filter(({ expr }) =>
      readPromql(expr).some(({ metric, labels }) => labels.some((label) => !labelled(metric, label))),
    )
    expect(byNoLabel.map(({ name }) => name)).toEqual([])
    for (const usual of [
      'temporal_num_pollers',
      'temporal_workflow_task_schedule_to_start_latency_seconds',
      'temporal_worker_task_slots_available',
    ])
      expect(text).toContain(`# TYPE ${usual} `)
    expect(gauges.filter(({ name }) => !text.includes(`# TYPE ${name} gauge`))).toEqual([])
  })

  test('the public port serves no metrics, and a signer with METRICS_PORT refuses to start', async () => {
    expect((await fetch(`${story.gateway.api}/metrics`)).status).toBe(404)
    const env = { ...signerSettings(story.around), METRICS_PORT: '9464' }
    const signer = promisify(execFile)(process.execPath, [join(root, 'apps/worker/src/main.ts')], { env })
    await expect(signer).rejects.toThrow('METRICS_PORT: a process with the signer has no listener')
  })
})

describe('a broken invariant', () => {
  test('pauses forwards of its asset until two operators lift the pause, and raises the metric', async () => {
    const { shop, sql } = story
    const change = (units: number) =>
      sql.query(
        `UPDATE account SET bal = bal + $1 WHERE id = (SELECT min(id) FROM account WHERE asset = 'BTC' AND code = 'platform:fee')`,
        [units],
      )
    const look = (form: 'new' | 'all') => sql.query('UPDATE invariant_run SET started_at = NULL WHERE form = $1', [form])
    await change(5)
    await look('new')
    await eventually('the pause', async () => /asset:BTC.*invariant I2/.test(await operate(story, 'pauses')))
    const asked = await shop.ask({ blockchain: 'BTC' })
    await pay(story, asked)
    await mine(story, 'BTC', 1)
    await eventually('the forward to wait', async () => /paused:asset:BTC/.test(await operate(story, 'held')))
    await eventually('the violation in the metrics', async () => /^invariant_hits\{invariant="I2"\} 1$/m.test(await scrape(ports.worker)))
    await change(-5)
    const mendedAt = new Date()
    for (const form of ['new', 'all'] as const) await look(form)
    const ended = "SELECT FROM invariant_run WHERE form IN ('new', 'all') AND started_at >= $1 AND finished_at >= started_at"
    await eventually('both check runs to find no violation', async () => (await sql.query(ended, [mendedAt])).rowCount === 2)
    await operate(story, 'lift', 'asset:BTC')
    await operateAs(story, 'ben', 'lift', 'asset:BTC')
    // Held payouts are retried each half minute.
    await eventually('the forward to be signed', async () => (await shop.read(asked.id)).status === 'forwarding')
    expect((await untilForwarded(story, asked)).status).toBe('forwarded')
  })
})

describe('the reconciliation with the nodes', () => {
  beforeEach(() => pauseInvariantChecks(story))

  test.each(['BTC', 'ETH', 'USDC_ETH'])(
    'pauses the payment when a recorded %s deposit is missing on the chain, and only then',
    async (asset) => {
      const { shop, sql } = story
      const chain = asset === 'BTC' ? 'BTC' : 'ETH'
      const asked = await shop.ask({ blockchain: asset })
      await pay(story, asked, unitsOf(asked, asked.crypto_amount) / 2n)
      await mine(story, chain, 1)
      await shop.reaches(asked.id, ({ amount_received: received }) => received !== '0')
      const told = await look(chain)
      expect(told).toEqual([])
      // Applied twice it is undone.
      const change = asset === 'BTC' ? "tx_id = reverse(tx_id), ref = reverse(tx_id) || ':' || vout" : undefined
      await sql.query(`UPDATE deposit SET ${change ?? 'units = units + 1'} WHERE subject_id = $1`, [asked.id])
      expect(await look(chain)).toEqual([`payment:${asked.id} by invariant I7 ${chain}`])
      await sql.query(`UPDATE deposit SET ${change ?? 'units = units - 1'} WHERE subject_id = $1`, [asked.id])
      await look(chain)
      expect((await sql.query('SELECT FROM invariant_hit')).rowCount).toBe(0)
      for (const by of ['anna', 'ben']) await operateAs(story, by, 'lift', `payment:${asked.id}`)
    },
  )

  test('pauses the asset when the treasury balance on the chain is below the ledger', async () => {
    const more = (units: number) =>
      story.sql.query(`UPDATE account SET bal = bal + $1 WHERE asset = 'ETH' AND code = 'platform:cost'`, [units])
    expect(await look('ETH')).toEqual([])
    expect((await more(1)).rowCount).toBe(1)
    expect(await look('ETH')).toEqual(['asset:ETH by invariant I7 ETH'])
    const { rows } = await story.sql.query<{ hit: string }>('SELECT hit FROM invariant_hit')
    expect(rows.map(({ hit }) => hit)).toEqual(['treasury ETH 1'])
    await more(-1)
    await look('ETH')
    expect((await story.sql.query('SELECT FROM invariant_hit')).rowCount).toBe(0)
    for (const by of ['anna', 'ben']) await operateAs(story, by, 'lift', 'asset:ETH')
  })

  /** Runs the check of the chain role once, while the role's own runs are paused; returns the pauses after it. */
  async function look(chain: DevnetChain): Promise<string[]> {
    const { around, sql } = story
    const orm = await openOrm({ url: around.databaseUrl, poolSize: 1 })
    const silent = { info: () => {}, warn: () => {}, error: () => {} }
    const ctx = {
      orm,
      clock: systemClock,
      ids: cryptoIds,
      log: silent,
      rails: new Map(),
      rates: { findPrice: async () => undefined },
      publicUrl: 'https://gateway.test',
      forwardCostMultiple: 3,
      failpoint: () => {},
    }
    const node = createReconciliationNode(chain, { rpcUrl: around.rpc[chain] ?? '', tokens: { USDC_ETH: around.contracts.usdc } })
    await reconcileChain(ctx, { node, waitForBlocks: () => readOn(chain) })
    await orm.close()
    const paused = await sql.query<{ scope: string; paused_by: string }>('SELECT scope, paused_by FROM pause WHERE paused_at IS NOT NULL')
    return paused.rows.map((row) => `${row.scope} by ${row.paused_by}`)
  }

  async function readOn(chain: DevnetChain): Promise<void> {
    const caughtUp = async () => {
      const { rows } = await story.sql.query<{ at: Date }>('SELECT caught_up_at AS at FROM chain_cursor WHERE chain = $1', [chain])
      return rows[0]?.at.getTime() ?? 0
    }
    const before = await caughtUp()
    await eventually('the scanner to read on', async () => (await caughtUp()) > before)
  }
})

/** Runs the audit against the story's database and nodes. @throws {Error} with its output, when it finds a violation. */
async function audit(): Promise<string> {
  const { around } = story
  const env = {
    DATABASE_URL: around.databaseUrl,
    ...nodeUrls(around),
    ETH_USDC_ADDRESS: around.contracts.usdc,
  }
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'scripts/audit.ts')], { env }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(error.stdout + error.stderr)
    },
  )
  return stdout
}

describe('a rescan', () => {
  test('records a missed deposit, which is forwarded once', async () => {
    const { shop, sql } = story
    const asked = await shop.ask({ blockchain: 'BTC' })
    const { rows } = await sql.query('DELETE FROM watched_address WHERE address = $1 RETURNING *', [asked.payment_address])
    await pay(story, asked)
    await mine(story, 'BTC', 3)
    const height = await headOf(story, 'BTC')
    await eventually('the blocks to be read', () => hasReadAll(story, 'BTC'))
    await expect(audit()).rejects.toThrow(
      /every deposit on the newest thousand addresses of each chain is recorded[^]*of 26 invariants are broken/,
    )
    await sql.query('INSERT INTO watched_address SELECT * FROM json_populate_record(NULL::watched_address, $1)', [JSON.stringify(rows[0])])
    const again = () => operate(story, 'rescan', 'BTC', String(height - 5), String(height))
    expect(await again()).toBe('Read 6 blocks again: 1 deposits were missing and are recorded.\n')
    expect(await again()).toBe('Read 6 blocks again: 0 deposits were missing and are recorded.\n')
    const paid = await untilForwarded(story, asked)
    expect(paid).toMatchObject({ status: 'forwarded', amount_received: asked.crypto_amount, exceptions: [] })
    expect(await again()).toContain(' 0 deposits')
    expect(await operate(story, 'show', asked.id, '--all')).toContain(`payment/${asked.id}`)
    expect(await audit()).toContain('Every invariant holds.')
  })
})

describe('a treasury transfer outside the gateway', () => {
  test('pauses everything until two operators book its transaction, after which the audit passes', async () => {
    const { evm, sql, gateway } = story
    const from = getAddress(gateway.custody.gasPayerAddresses['ETH'] ?? '')
    await callRpc(evm.rpc, { method: 'anvil_impersonateAccount', params: [from] })
    const txId = await sendEvm(evm, { from, to: evmFaucet.address, wei: 10n ** 17n })
    await mine(story, 'ETH', 1 + FINALIZING.ETH)
    await eventually('its block to be final', async () => {
      const final = await sql.query(
        `SELECT FROM outgoing_transaction JOIN chain_cursor cursor USING (chain) WHERE tx_id = $1 AND outgoing_transaction.height <= cursor.finalized_height`,
        [txId],
      )
      return final.rowCount === 1
    })
    await sql.query(`UPDATE invariant_run SET started_at = NULL WHERE form = 'new'`)
    await eventually('the pause', async () => /global.*invariant I8/.test(await operate(story, 'pauses')))
    await expect(audit()).rejects.toThrow(/2 of 26 invariants are broken/)
    expect(await operate(story, 'treasury-moved', 'ETH', txId)).toMatch(
      /^100000000000000000 base units of ETH went .*\nNoted. 1 more operator/,
    )
    expect(await operateAs(story, 'ben', 'treasury-moved', 'ETH', txId)).toMatch(/Booked\.\n$/)
    expect(await audit()).toContain('Every invariant holds.')
    for (const by of ['anna', 'ben']) await operateAs(story, by, 'lift', 'global')
    expect(await operate(story, 'pauses')).not.toContain('invariant')
  })
})
