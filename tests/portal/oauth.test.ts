import { startTestServer, type TestServer } from '@gateway/api/test-server'
import { systemClock } from '@gateway/operations/kernel/system-clock'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAxeViolations } from '../support/axe.ts'
import { startBrowser } from '../support/browser.ts'
import { builtPortal } from '../support/built-portal.ts'
import { headed, press, shows, signIn, takeSecret } from '../support/portal.ts'

const user = { email: 'mara@kestrel.example', password: 'correct horse battery staple' }

let server: TestServer
let browser: Browser
let page: Page
let portal: string
beforeAll(async () => {
  const portalFolder = await builtPortal()
  ;[server, browser] = await Promise.all([startTestServer(undefined, {}, { portalFolder }), startBrowser()])
  const origin = `http://127.0.0.1:${server.port}`
  Object.assign(server.api, { publicUrl: origin, clock: systemClock })
  await server.say('POST', '/api/auth/register', { body: user })
  portal = `${origin}/dashboard`
  page = await (await browser.newContext({ locale: 'en' })).newPage()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

test('a merchant registers a client, edits it, rotates its secret and deletes it', async () => {
  await page.goto(`${portal}/oauth`)
  await signIn(page, user)
  await shows(page, 'No client yet')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'New client' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Kestrel Coffee')
  await page.getByLabel('Redirect addresses').fill('http://shop.kestrel.example/')
  await press(page, 'Create client')
  await shows(page, 'Must use https')
  await page.getByLabel('Redirect addresses').fill('https://shop.kestrel.example/signed-in')
  await press(page, 'Create client')
  const secret = await takeSecret(page, 'Copy the secret now')
  await headed(page, 'Kestrel Coffee')
  expect(await findAxeViolations(page)).toEqual([])
  await press(page, 'Edit…')
  await page.getByLabel('Addresses after a sign-out').fill('https://shop.kestrel.example/bye')
  await press(page, 'Save')
  await shows(page, 'https://shop.kestrel.example/bye')
  await press(page, 'Rotate secret…')
  await press(page, 'Rotate secret')
  expect(await takeSecret(page, 'Copy the new secret now')).not.toBe(secret)
  await shows(page, 'Former secret works until')
  await press(page, 'Delete…')
  await page.getByRole('dialog').getByRole('textbox').fill('Kestrel Coffee')
  await press(page, 'Delete client')
  await shows(page, 'No client yet')
  await page.goto(`${portal}/account/audit`)
  for (const verb of ['create', 'update', 'rotate secret', 'delete']) await shows(page, `OAuth client ${verb}`)
})
