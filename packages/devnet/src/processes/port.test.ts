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

test('a free port is never one that the system hands out to clients', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort))
  expect(Math.max(...ports)).toBeLessThan(32_768)
})

test('a server keeps its port over restarts, and gets another one when a stranger has taken it meanwhile', async () => {
  const wish = { folder: folder.path, name: 'node' }
  const first = await choosePort(wish)
  expect(await choosePort(wish)).toBe(first)
  const stranger = await occupy(first)
  const second = await choosePort(wish)
  stranger.close()
  expect(second).not.toBe(first)
  expect(await choosePort(wish)).toBe(second)
})

test('a port that was chosen is nobody else’s while the chooser lives, even when nothing listens there', async () => {
  const port = await freePort()
  expect(holderOf(port)).toBe(process.pid)
  const [ended, left] = [spawnSync('true').pid, 19_999]
  expect(holdPort(left, ended)).toBe(true)
  expect(holderOf(left)).toBeUndefined()
  expect(holdPort(port, process.ppid)).toBe(false)
})

test('the port that was asked for wins over the remembered one', async () => {
  const asked = await freePort()
  expect(await choosePort({ folder: folder.path, name: 'node', port: asked })).toBe(asked)
})
