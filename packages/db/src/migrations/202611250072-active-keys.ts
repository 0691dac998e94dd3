import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** The active keys of a business are counted without reading those that have ended. */
export class Migration202611250072 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611250072-active-keys.sql', import.meta.url), 'utf8'))
  }
}
