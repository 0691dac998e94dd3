// A registry mirror may lack some platform builds. `npm install` then omits them from the lock file silently, and
// `npm ci` rejects that lock file on the next machine. This adds the entries of a complete registry.
// Usage: node scripts/complete-lock.mjs [--check]   (--check writes nothing and fails when an entry is missing)
import { readFileSync, writeFileSync } from 'node:fs'

const OS = {
  darwin: 'darwin',
  linux: 'linux',
  win32: 'win32',
  windows: 'win32',
  win: 'win32',
  android: 'android',
  freebsd: 'freebsd',
  openbsd: 'openbsd',
  netbsd: 'netbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  aix: 'aix',
}
const CPU = {
  x64: 'x64',
  64: 'x64',
  amd64: 'x64',
  arm64: 'arm64',
  aarch64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
  s390x: 's390x',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
}

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = missingPlatformPackages(lock.packages)
if (process.argv.includes('--check')) {
  if (missing.length > 0) console.error(`package-lock.json lacks ${missing.map((m) => m.name).join(', ')}: run npm run lock`)
  process.exit(missing.length > 0 ? 1 : 0)
}
for (const { name, entry } of missing) lock.packages[`node_modules/${name}`] = entry
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${missing.length} platform entries added`)

function missingPlatformPackages(packages) {
  return Object.entries(packages).flatMap(([path, parent]) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => !resolves(packages, path, name))
      .map(([name, range]) => ({ name, entry: platformEntry(name, range, parent.dev) }))
      .filter(({ entry }) => entry.cpu || entry.os),
  )
}

/** Node's lookup: the nearest node_modules upwards with the package. */
function resolves(packages, from, name) {
  for (let folder = from; ;) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (!folder) return false
    const cut = folder.lastIndexOf('/')
    folder = cut < 0 ? '' : folder.slice(0, cut)
  }
}

/** Platform packages carry their os, cpu and libc in their name. */
function platformEntry(name, range, dev) {
  const words = name.toLowerCase().split(/[-/.]/)
  const os = words.map((word) => OS[word]).filter(Boolean)
  const cpu = words.map((word) => CPU[word]).filter(Boolean)
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu')) && os[0] === 'linux'
      ? ['glibc']
      : undefined
  return {
    version: range.replace(/^[~^>=v\s]+/, ''),
    ...(cpu.length > 0 && { cpu }),
    ...(dev && { dev: true }),
    ...(libc && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  }
}
