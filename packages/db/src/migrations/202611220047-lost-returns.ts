import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** A return whose money is lost for good ends, so that another can be offered. */
export class Migration202611220047 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220047-lost-returns.sql', import.meta.url), 'utf8'))
  }
}
