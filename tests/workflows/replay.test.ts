import { bundleWorkflows } from '@gateway/worker/task-worker'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { historiesFolder } from '../support/recording.ts'

type Bundle = Awaited<ReturnType<typeof bundleWorkflows>>
type History = Parameters<typeof Worker.runReplayHistory>[1]

Runtime.install({ logger: new DefaultLogger('ERROR') })

let workflowBundle: Bundle
beforeAll(async () => void (workflowBundle = await bundleWorkflows()))

const names = readdirSync(historiesFolder).map((file) => file.replace(/\.json$/, ''))

test('every workflow has a recorded history', () => {
  expect(names).toEqual(
    expect.arrayContaining([
      'chain-scanner',
      'payment-expired',
      'payment-paid-BTC',
      'payment-paid-ETH',
      'payment-paid-USDC_ETH',
      'payment-seen-and-paid',
      'payment-vanished-and-back',
      'series-asked-again',
      'series-cancelled',
      'series-paused',
      'series-period',
      'series-without-rate',
      'webhook-endpoint',
    ]),
  )
})

test.each(names)('the recorded history %s replays with the current workflows', async (name) => {
  await expect(Worker.runReplayHistory({ workflowBundle }, historyOf(name))).resolves.toBeUndefined()
})

test('a history with another activity fails the replay', async () => {
  const changed = JSON.parse(readFileSync(fileOf('webhook-endpoint'), 'utf8').replaceAll('drainEndpoint', 'emptyEndpoint')) as History
  await expect(Worker.runReplayHistory({ workflowBundle }, changed)).rejects.toThrow(/nondeterminism|determinism/i)
})

test('all Temporal packages share one protobufjs', () => {
  const found = ['client', 'common', 'proto', 'worker'].map((name) => {
    const package_ = createRequire(import.meta.url).resolve(`@temporalio/${name}/package.json`)
    return createRequire(package_).resolve('protobufjs')
  })
  expect(new Set(found).size).toBe(1)
})

const fileOf = (name: string): string => join(historiesFolder, `${name}.json`)

/** A history in Temporal's export format, which the replayer reads. */
const historyOf = (name: string): History => JSON.parse(readFileSync(fileOf(name), 'utf8')) as History
