// Plain JavaScript for any Node from 20 on: installs the packages of package-lock.json, if they are not installed yet,
// then runs a program with the Node version that this repository pins.
//
//   node scripts/ensure.mjs                        installs
//   node scripts/ensure.mjs scripts/x.ts …         installs, then runs a script
//   node scripts/ensure.mjs vitest run …           installs, then runs a tool from node_modules/.bin
//
// npm's pre-scripts could install as well, but npm skips them where `ignore-scripts` is set.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join, relative, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 20
const SOURCES_NODE = 24
const onWindows = process.platform === 'win32'
const root = fileURLToPath(new URL('..', import.meta.url))
const programs = join(root, 'node_modules/.bin')
const lock = join(root, '.cache/install.lock')

if (majorOf(process.versions.node) < OLDEST_NODE) stop(`Node.js ${OLDEST_NODE} or newer is required, this is ${process.versions.node}`)
const wanted = packagesOf(join(root, 'package-lock.json'))
const [program, ...args] = process.argv.slice(2)
if (!isInstalled()) await installOnce()
linkNode()
if (program !== undefined) run(program, args)

/**
 * True when npm has installed what package-lock.json names, whoever started it: npm lists what it has unpacked in a lock file of its own, which
 * it writes last. Packages for other machines are absent there.
 */
function isInstalled() {
  const own = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(own)) return false
  const installed = packagesOf(own)
  return (
    [...installed].every(
      ([name, { version, integrity }]) => wanted.get(name)?.version === version && wanted.get(name)?.integrity === integrity,
    ) && [...wanted].every(([name, entry]) => installed.has(name) || (entry.optional === true && !isForThisMachine(entry)))
  )
}

/** The packages of a lock file without the workspaces, which are sources. */
function packagesOf(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'))
  return new Map(Object.entries(packages).filter(([name]) => name.includes('node_modules/')))
}

/** An optional package without a system, or for one C library, may be absent rightly. */
function isForThisMachine({ os = [], cpu = [], libc }) {
  return libc === undefined && os.includes(process.platform) && cpu.includes(process.arch)
}

/** A concurrent start waits for the first and finds everything installed. */
async function installOnce() {
  await takeLock()
  try {
    if (!isInstalled()) install()
  } finally {
    rmSync(lock, { force: true })
  }
}

function install() {
  const startedAt = performance.now()
  console.log('Installing the packages of package-lock.json …')
  // No package needs install scripts. The PATH must not contain the Node that is about to be replaced.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => resolve(folder) !== programs)
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync('npm', ['ci', ...flags], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: path.join(delimiter) },
    shell: onWindows,
  })
  if (status !== 0) stopUnlocked(`npm ci failed${error ? `: ${error.message}` : ''}; nothing was started`)
  console.log(`Installed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

/** npm 10 unpacks the pinned Node without linking it into node_modules/.bin, where the tools' shebangs look for it. */
function linkNode() {
  const unpacked = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  if (onWindows || !existsSync(unpacked) || existsSync(join(programs, 'node'))) return
  try {
    symlinkSync(relative(programs, unpacked), join(programs, 'node'))
  } catch (error) {
    if (error.code !== 'EEXIST') throw error // A concurrent start was faster.
  }
}

/** A lock file with its owner's pid, written under another name and linked, so that it never exists without the pid. */
async function takeLock() {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const own = `${lock}.${process.pid}`
  writeFileSync(own, String(process.pid))
  for (let waiting = false; !tryLink(own); waiting = true) {
    if (!waiting) console.log('Another start is installing; waiting for it …')
    forgetDeadOwner(own)
    await delay(200)
  }
  rmSync(own)
}

function tryLink(own) {
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function forgetDeadOwner(own) {
  const owner = ownerOf(lock)
  if (owner === undefined || isAlive(owner)) return
  const removed = `${own}.removed`
  try {
    renameSync(lock, removed)
  } catch {
    return // Another waiter was faster.
  }
  // Another waiter may have taken the lock between the check and the rename: restore it.
  if (ownerOf(removed) !== owner) tryLink(removed)
  rmSync(removed, { force: true })
}

function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Runs a program in the checkout and exits with its code; forwards signals. */
function run(name, rest) {
  const isScript = /\.(ts|mjs)$/.test(name)
  const command = isScript ? node() : join(programs, name)
  const parameters = isScript ? [resolve(root, name), ...rest] : rest
  const path = `${programs}${delimiter}${process.env.PATH ?? ''}`
  // Later starts of a program find its sources compiled.
  const NODE_COMPILE_CACHE = resolve(root, '.cache/node')
  const env = { NODE_COMPILE_CACHE, ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }
  const child = spawn(command, parameters, { cwd: root, stdio: 'inherit', env, shell: onWindows && !isScript })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => isForAll(signal) || child.kill(signal))
  child.on('error', (error) => stop(`${name} cannot be run: ${error.message}`))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1)
  })
}

/** Ctrl-C: the terminal signals the whole process group, including the child. */
function isForAll(signal) {
  return signal === 'SIGINT' && process.stdin.isTTY === true
}

/** The pinned Node from npm; without a build for this machine, the running Node if it runs TypeScript. */
function node() {
  const pinned = join(programs, 'node')
  if (!onWindows && existsSync(pinned)) return pinned
  if (majorOf(process.versions.node) >= SOURCES_NODE) return process.execPath
  return stop(`npm has no Node.js ${SOURCES_NODE} for ${process.platform}-${process.arch}: install it and run this again`)
}

function majorOf(version) {
  return Number(version.split('.')[0])
}

function stopUnlocked(sentence) {
  rmSync(lock, { force: true })
  stop(sentence)
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
