#!/bin/sh
# MikroORM's Kysely converts what it reads from a column twice when the property has another name than the column.
#
# @mikro-orm/core and @mikro-orm/sqlite 7.2.1 with Kysely 0.29.6 (npm), Node.js 24, on Linux x64, seen 2026-11-29. The code is that of every SQL driver.
#
# The guess: `getKysely({ columnNamingStrategy: 'property', convertValues: true })` hands each value to `convertToJSValue` of its type once, as `find` does. Seen
# instead: a value is renamed and converted, then found under its new name and converted again. A property that is named like its column is converted once. So
# a type that takes its own result for input, such as BigInt, hides it, and one that does not, such as a unit, a prefix or a decryption, gives a wrong value by
# Kysely alone: here `a++` for what `find` reads as `a+`.
# Besides, the names are looked for anew in every result: each property under its own name and under four spellings of its column, in each row.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >package.json <<'JSON'
{ "type": "module", "private": true,
  "dependencies": { "@mikro-orm/core": "7.2.1", "@mikro-orm/sqlite": "7.2.1", "kysely": "0.29.6", "node": "24.21.0" } }
JSON
npm install --silent --no-audit --no-fund
cat >read.js <<'JS'
import { defineEntity, MikroORM, p, Type } from '@mikro-orm/sqlite'

class Marked extends Type {
  convertToDatabaseValue(value) {
    return value
  }
  convertToJSValue(value) {
    return `${value}+`
  }
  getColumnType() {
    return 'text'
  }
}
const Fee = defineEntity({
  name: 'Fee',
  tableName: 'fee',
  properties: { id: p.integer().primary(), paidUnits: p.type(Marked), units: p.type(Marked) },
})
const orm = await MikroORM.init({ dbName: ':memory:', entities: [Fee] })
await orm.schema.create()
await orm.em.getConnection().execute(`INSERT INTO fee (id, paid_units, units) VALUES (1, 'a', 'b')`)
const found = await orm.em.fork().findOneOrFail(Fee, 1)
const naming = { tableNamingStrategy: 'table', columnNamingStrategy: 'property', convertValues: true }
const row = await orm.em.fork().getKysely(naming).selectFrom('fee').selectAll().executeTakeFirstOrThrow()
console.log(`find: ${found.paidUnits} ${found.units}, kysely: ${row.paidUnits} ${row.units}`)
await orm.close()
JS
seen=$(node_modules/.bin/node read.js)
echo "$seen"
[ "$seen" = 'find: a+ b+, kysely: a++ b+' ]
