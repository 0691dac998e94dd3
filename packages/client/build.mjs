// Compiles the package as modules and as CommonJS, which Node 20.0 to 20.18 needs for `require`.
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
rmSync('dist', { recursive: true, force: true })
for (const project of ['tsconfig.build.json', 'tsconfig.commonjs.json'])
  execFileSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' })
writeFileSync('dist/commonjs/package.json', '{ "type": "commonjs" }\n')
