import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** An API key names the merchant or the key that made it. */
export class Migration202611250061 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611250061-key-creators.sql', import.meta.url), 'utf8'))
  }
}
