import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { operations } from '../generated/calls.ts'
import { manual } from '../generated/manual.ts'
import { openGateway, refusal } from '../test-gateway.ts'
import { runOn } from './test-terminal.ts'

const NOWHERE = 'http://127.0.0.1:1'

describe('a command', () => {
  test.each([['payments.create'], ['payments', 'create']])('calls the operation %s and prints its answer as JSON', async (...name) => {
    const { url, received } = await openGateway({ status: 201, body: { payment: { id: 'p1' } } })
    const options = ['--amount', '25.10', '--blockchain', 'BTC', '--metadata', '{"order":"A-1"}', '--success_url', 'https://shop.example']
    const { code, out } = await runOn(url, [...name, ...options, '--idempotency-key', 'order-A-1'])
    expect([code, JSON.parse(out)]).toEqual([0, { payment: { id: 'p1' } }])
    expect(received).toMatchObject([{ method: 'POST', path: '/api/payments/create', headers: { 'idempotency-key': 'order-A-1' } }])
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      amount: '25.10',
      blockchain: 'BTC',
      metadata: { order: 'A-1' },
      success_url: 'https://shop.example',
    })
  })

  test('puts ids into the path and the other options into the query', async () => {
    const { url, received } = await openGateway({ body: {} })
    await runOn(url, ['payments.get', 'p1'])
    await runOn(url, ['payments.list', '--limit', '2', '--status', 'completed'])
    expect(received.map(({ path }) => path)).toEqual(['/api/payments/p1', '/api/payments?status=completed&limit=2'])
  })

  test('sends the files that its options name, beside its texts, as parts', async () => {
    const { url, received } = await openGateway({ body: {} })
    const folder = await mkdtemp(join(tmpdir(), 'gateway-files-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const receipt = join(folder, 'receipt.pdf')
    await writeFile(receipt, '%PDF-1.7')
    const { code } = await runOn(url, ['cards.disputes.evidence', 'dp_1', '--receipt', receipt, '--customer-name', 'Lena'])
    const type = String(received[0]?.headers['content-type'])
    expect([code, type]).toEqual([0, expect.stringMatching(/^multipart\/form-data; boundary=/)])
    const form = await new Response(received[0]?.body, { headers: { 'content-type': type } }).formData()
    expect([form.get('customer_name'), await new Response(form.get('receipt') as File).text()]).toEqual(['Lena', '%PDF-1.7'])
    expect(form.get('receipt')).toMatchObject({ name: 'receipt.pdf' })
  })

  test('reads its input from standard input, and options win over it', async () => {
    const { url, received } = await openGateway({ body: {} })
    const readInput = () => '{"amount":25,"blockchain":"BTC"}'
    await runOn(url, ['payments.create', '--input', '-', '--blockchain', 'ETH'], { readInput })
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ amount: 25, blockchain: 'ETH' })
  })

  test('prints every row of a list on a line of its own', async () => {
    const pages = [
      { body: { payments: [{ id: 'b' }], pagination: { offset: 0, has_more: true } } },
      { body: { payments: [{ id: 'a' }], pagination: { offset: 1, has_more: false } } },
    ]
    const { url } = await openGateway(...pages)
    expect((await runOn(url, ['payments.list', '--all'])).out).toBe('{"id":"b"}\n{"id":"a"}\n')
  })

  test('stores an image in the named file', async () => {
    const { url } = await openGateway({ headers: { 'content-type': 'image/png' }, body: 'PNG' })
    expect((await runOn(url, ['payments.qr', 'p1', '--output', 'qr.png'])).stored).toEqual([['PNG', 'qr.png']])
  })

  test('prints the error of a failed call as JSON and ends with 1', async () => {
    const { url } = await openGateway(refusal(404, 'NOT_FOUND'))
    const { code, out, error } = await runOn(url, ['payments.get', 'p1'])
    expect([code, out]).toEqual([1, ''])
    expect(JSON.parse(error)).toEqual({ error: 'refused: NOT_FOUND', code: 'NOT_FOUND', status: 404, request_id: 'req_1' })
  })

  test.each([
    [['payments.pay'], 'there is no operation payments.pay'],
    [['payments.get'], 'takes <id> before its options'],
    [['payments.get', 'p1', 'p2'], 'takes <id> before its options'],
    [['payments.create', '--amont', '25'], '--amont'],
    [['payments.create', '--metadata', 'order'], '--metadata takes a number or JSON'],
    [['payments.create', '--input', '[]'], '--input takes a JSON object'],
    [['cards.disputes.evidence', 'dp_1', '--receipt', '/nowhere/receipt.pdf'], '--receipt takes the path of a file'],
    [['payments.list', '--timeout', 'soon'], '--timeout takes milliseconds'],
    [['health.live', '--all'], 'is no list'],
    [['listen'], '--forward-to'],
    [['listen', '--forward-to', 'localhost'], '--forward-to'],
  ])('%j is not understood, ends with 2 and calls nothing', async (args, message) => {
    const { code, error } = await runOn(NOWHERE, args)
    expect([code, error]).toEqual([2, expect.stringContaining(message)])
  })
})

describe('--help', () => {
  test('lists every operation that the client has', async () => {
    const names = namesIn(operations)
    expect(Object.keys(manual).toSorted()).toEqual(names.toSorted())
    const { code, out } = await runOn(NOWHERE, ['--help'])
    expect(code).toBe(0)
    expect(names.filter((name) => !out.includes(`  ${name} `))).toEqual([])
  })

  test('explains the members of an operation', async () => {
    const { out } = await runOn(NOWHERE, ['payments', 'create', '--help'])
    expect(out).toContain('Usage: gateway payments.create [--<member> <value> …]')
    expect(out).toMatch(/--blockchain +Required\. The coin or token/)
  })
})

const namesIn = (tree: object, path: readonly string[] = []): string[] =>
  Object.entries(tree).flatMap(([name, node]) => ('path' in node ? [[...path, name].join('.')] : namesIn(node, [...path, name])))
