import { spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { holderOf, holdPort } from './held-ports.ts'
import { choosePort, freePort } from './port.ts'
import { temporaryFolder } from './temporary-folder.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

function occupy(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve(server))
  })
}

test('freePort never returns an ephemeral port', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort))
  expect(Math.max(...ports)).toBeLessThan(32_768)
})

test("choosePort keeps a server's port over restarts, and picks another one when it is taken meanwhile", async () => {
  const wish = { folder: folder.path, name: 'node' }
  const first = await choosePort(wish)
  expect(await choosePort(wish)).toBe(first)
  const thirdParty = await occupy(first)
  const second = await choosePort(wish)
  thirdParty.close()
  expect(second).not.toBe(first)
  expect(await choosePort(wish)).toBe(second)
})

test('a reserved port belongs to its process while that runs, even when nothing listens there', async () => {
  const port = await freePort()
  expect(holderOf(port)).toBe(process.pid)
  // Below all ports that are reserved, and another one in each run: what ran before may have left one to a process id that is used again.
  const [ended, left] = [spawnSync('true').pid, 10_000 + (process.pid % 10_000)]
  expect(holdPort(left, ended)).toBe(true)
  expect(holderOf(left)).toBeUndefined()
  expect(holdPort(port, process.ppid)).toBe(false)
})

test('choosePort prefers the requested port to the stored one', async () => {
  const asked = await freePort()
  expect(await choosePort({ folder: folder.path, name: 'node', port: asked })).toBe(asked)
})
