import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { obtainPythonTool } from '../support/obtain-python-tool.ts'
import { runPython } from '../support/run-python.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'

/** The generator knows JSON alone; images of QR codes and documents are bytes. */
const config =
  'content_type_overrides:\n  image/png: application/octet-stream\n  image/svg+xml: application/octet-stream\n  application/pdf: application/octet-stream\n'
const generate = `
from openapi_python_client.cli import app
app()
`
const create = `
import json, sys
from shop.api.payments import payments_create
from shop.client import AuthenticatedClient
from shop.models import PaymentsCreateBody, PaymentsCreateBodyBlockchain, PaymentsCreateResponse201

origin, key = sys.argv[1:]
body = PaymentsCreateBody(blockchain=PaymentsCreateBodyBlockchain.BTC, amount=25, description="Order A-1001")
with AuthenticatedClient(base_url=origin, token=key) as client:
    created = payments_create.sync(client=client, body=body)
assert isinstance(created, PaymentsCreateResponse201)
assert created.payment.rate.crypto == "BTC"
print(json.dumps({"id": created.id, "address": created.payment.payment_address, "amount": created.crypto_amount}))
`

let story: Shared
let packages: string
const folder = mkdtempSync(join(tmpdir(), 'gateway-python-'))
beforeAll(async () => void ([story, packages] = await Promise.all([sharedStory(), obtainPythonTool('openapi-python-client')])))
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await story?.close()
})

const python = (program: string, parameters: readonly string[]) => runPython(program, parameters, { folder, packages })

test('a client that another generator makes from the served description, without a warning, creates a payment', async () => {
  const served = await fetch(`${story.gateway.api}/openapi.json`)
  writeFileSync(join(folder, 'openapi.json'), await served.text())
  writeFileSync(join(folder, 'config.yml'), config)
  const options = ['--path', 'openapi.json', '--config', 'config.yml', '--output-path', 'shop', '--meta', 'none', '--fail-on-warning']
  expect(await python(generate, ['generate', ...options])).toMatch(/^Generating \S+\n$/)

  const created = JSON.parse(await python(create, [story.gateway.api, story.shop.key])) as { id: string; address: string; amount: string }
  const payment = await story.shop.read(created.id)
  expect(payment).toMatchObject({ payment_address: created.address, crypto_amount: created.amount, blockchain: 'BTC' })
  await pay(story, payment)
  await untilForwarded(story, payment)
})
