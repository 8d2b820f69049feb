import { countsOnce, funded, hana, type Tamperings } from '../tampering.ts';

const promises = 'what is committed is what is promised and not yet paid';
const locked = 'the locked USDP of each member is what has not come back of their packages';
const parts = 'the parts of a package make it up, each on its day';
const cameBack = 'a part that came back has its own journal, with its amount, and not before its day';
const bought = 'a package was paid for, and its reward reserved, in the journal that it was bought by';

const cancelled =
  'a package that was cancelled was so in time, by the mirror image of its purchase, and nothing of it comes back';
const certified =
  'every package has one certificate or waits for it; there is no gap, and each is made on the one before it';
/** Of three units and one part, by a journal that is not there. */
const aPackage = (reward: number): string =>
  `INSERT INTO package (id, member, plan_type, level, price, rp, reward, apr_ppm, loops, loop_days, started_at, start_day, bought_by)
     SELECT gen_random_uuid(), ${hana}, 'level', 'Clear', 3, 0, ${reward}, 20000, 1, 30, now(), (now() AT TIME ZONE 'UTC')::date,
            gen_random_uuid()`;
/** Of that package, with a hash that fits. */
const aCertificate = (serial: number, previous: string): string =>
  `INSERT INTO certificate (serial, package, json, hash, issued_at)
     SELECT ${serial}, id, json, encode(sha256(convert_to(json, 'UTF8')), 'hex'), now()
       FROM (SELECT id, jsonb_build_object('serial', ${serial}, 'contract', id, 'previous', ${previous})::text AS json FROM package) made`;

/** What packages have to show. */
export const packageTamperings: Tamperings = {
  'a commitment to nobody': { red: [promises], does: funded('604', '+'), undoes: funded('604', '-') },
  'a package that nobody paid for': {
    red: [promises, locked, bought, certified, countsOnce],
    does: [
      aPackage(1),
      `INSERT INTO package_loop (package, n, member, due_on, value, reward)
         SELECT id, 1, member, start_day + 30, 3, 1 FROM package`,
    ],
    undoes: ['DELETE FROM package_loop', 'DELETE FROM package'],
  },
  'a package that lacks a part': {
    red: [parts, bought, certified, countsOnce],
    does: [aPackage(1)],
    undoes: ['DELETE FROM package'],
  },
  'a part that came back by no journal': {
    red: [parts, cameBack],
    does: [
      `INSERT INTO package_loop VALUES (gen_random_uuid(), 1, ${hana}, current_date, 3, 0, gen_random_uuid(), now())`,
    ],
    undoes: ['DELETE FROM package_loop'],
  },
  'a cancellation without the mirror image of its purchase, and one of nothing': {
    red: [parts, bought, cancelled, certified],
    does: [aPackage(0), 'INSERT INTO package_cancellation SELECT id, gen_random_uuid(), now() FROM package'],
    undoes: ['DELETE FROM package_cancellation', 'DELETE FROM package'],
  },
  'a certificate that has one missing before it': {
    red: [parts, bought, certified, countsOnce],
    does: [aPackage(0), aCertificate(2, "repeat('0', 64)")],
    undoes: ['DELETE FROM certificate', 'DELETE FROM package'],
  },
  'a certificate that is not made on the one before it': {
    red: [parts, bought, certified, countsOnce],
    does: [aPackage(0), aCertificate(1, "'another'")],
    undoes: ['DELETE FROM certificate', 'DELETE FROM package'],
  },
};
