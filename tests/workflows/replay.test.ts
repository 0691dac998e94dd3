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

test('runs of every workflow are recorded', () => {
  expect(names).toEqual(
    expect.arrayContaining([
      'chain-scanner',
      'payment-expired',
      'payment-paid-BTC',
      'payment-paid-ETH',
      'payment-paid-USDC_ETH',
      'payment-seen-and-paid',
      'payment-vanished-and-back',
      'webhook-endpoint',
    ]),
  )
})

test.each(names)('a run that was recorded as %s can be continued by the workflows of today', async (name) => {
  await expect(Worker.runReplayHistory({ workflowBundle }, historyOf(name))).resolves.toBeUndefined()
})

test('a run that went another way is refused', async () => {
  const changed = JSON.parse(readFileSync(fileOf('payment-paid-BTC'), 'utf8').replaceAll('signForward', 'payForward')) as History
  await expect(Worker.runReplayHistory({ workflowBundle }, changed)).rejects.toThrow(/nondeterminism|determinism/i)
})

test('all of Temporal’s packages read histories with one and the same protobufjs', () => {
  const found = ['client', 'common', 'proto', 'worker'].map((name) => {
    const package_ = createRequire(import.meta.url).resolve(`@temporalio/${name}/package.json`)
    return createRequire(package_).resolve('protobufjs')
  })
  expect(new Set(found).size).toBe(1)
})

const fileOf = (name: string): string => join(historiesFolder, `${name}.json`)

/** A run in the form in which Temporal exports it, which is what the replayer takes. */
const historyOf = (name: string): History => JSON.parse(readFileSync(fileOf(name), 'utf8')) as History
