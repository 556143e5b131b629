-- What a node asks of the journal in one call. Replaced whenever a hall opens, so that it fits the program.

-- Whoever numbers a row of the hall log or the public log holds this lock until it has committed. A reader that has seen
-- a number has therefore seen all smaller ones; with a sequence it would skip a game that commits late.
CREATE OR REPLACE FUNCTION hold_logs() RETURNS void LANGUAGE sql AS $$
    SELECT pg_advisory_xact_lock(1684628325, 1)
$$;

-- A batch of appends, each to another table. Empty if all were done, else for each: 0 done, 1 a conflict, 2 not ours.
-- Indexes count from 1. `record_of` is 0 for a note.
CREATE OR REPLACE FUNCTION write_batch(
    by_node text, in_session bigint, this_batch bigint, hall_now double precision,
    names text[], parts smallint[], epochs bigint[], expected bigint[], lasts bigint[], dues double precision[],
    bodies bytea[], crcs bigint[],
    snapshot_of integer[], snapshots_new bytea[], snapshot_crcs bigint[],
    seed_of integer[], seeds_new bytea[],
    closing integer[],
    record_of integer[], records_new bytea[],
    line_of integer[], line_numbers bigint[], line_previous bytea[], line_kinds text[], line_hashes bytea[],
    line_keys bytea[], line_signatures bytea[], line_digests bytea[]
) RETURNS smallint[] LANGUAGE plpgsql AS $$
DECLARE
    done integer[];
    made integer[];
    answer smallint[];
    base bigint;
    head bytea;
BEGIN
    -- Locks the node: a takeover waits for this batch, and a batch that comes after it sees the new epochs.
    UPDATE nodes SET batch = this_batch, outcomes = NULL, noted = greatest(noted, hall_now)
    WHERE node = by_node AND session = in_session;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'this session of the node is over' USING ERRCODE = 'DH001';
    END IF;

    -- The compare-and-set: a head that is elsewhere, or an old epoch, leaves its append undone and no other.
    WITH moved AS (
        UPDATE heads AS h SET version = w.last, due = w.due
        FROM unnest(names, parts, epochs, expected, lasts, dues)
            WITH ORDINALITY AS w (name, part, epoch, expected, last, due, n)
        WHERE h.name = w.name AND h.version = w.expected
            AND EXISTS (SELECT FROM partitions AS p WHERE p.partition = w.part AND p.epoch = w.epoch AND p.node = by_node)
        RETURNING w.n
    )
    SELECT coalesce(array_agg(n::integer), '{}') INTO done FROM moved;

    IF 0 = ANY (expected) THEN
        WITH opened AS (
            INSERT INTO heads AS h (name, partition, version, due)
            SELECT w.name, w.part, w.last, w.due
            FROM unnest(names, parts, epochs, expected, lasts, dues) AS w (name, part, epoch, expected, last, due)
            WHERE w.expected = 0
                AND EXISTS (SELECT FROM partitions AS p WHERE p.partition = w.part AND p.epoch = w.epoch AND p.node = by_node)
            ON CONFLICT DO NOTHING
            RETURNING h.name
        )
        SELECT array_agg(w.n::integer) INTO made
        FROM opened JOIN unnest(names) WITH ORDINALITY AS w (name, n) USING (name);
        done := done || made;
    END IF;

    IF cardinality(done) = cardinality(names) THEN
        INSERT INTO appends
        SELECT w.name, w.expected + 1, w.last, w.body, w.crc
        FROM unnest(names, expected, lasts, bodies, crcs) AS w (name, expected, last, body, crc);
    ELSE
        INSERT INTO appends
        SELECT w.name, w.expected + 1, w.last, w.body, w.crc
        FROM unnest(names, expected, lasts, bodies, crcs) WITH ORDINALITY AS w (name, expected, last, body, crc, n)
        WHERE w.n = ANY (done);
        SELECT array_agg(
            CASE
                WHEN w.n = ANY (done) THEN 0
                WHEN EXISTS (
                    SELECT FROM partitions AS p WHERE p.partition = w.part AND p.epoch = w.epoch AND p.node = by_node
                ) THEN 1
                ELSE 2
            END ORDER BY w.n
        ) INTO answer
        FROM unnest(parts, epochs) WITH ORDINALITY AS w (part, epoch, n);
        UPDATE nodes SET outcomes = answer WHERE node = by_node;
    END IF;

    IF cardinality(snapshot_of) > 0 THEN
        INSERT INTO snapshots
        SELECT names[w.of], lasts[w.of], w.body, w.crc
        FROM unnest(snapshot_of, snapshots_new, snapshot_crcs) AS w (of, body, crc) WHERE w.of = ANY (done)
        ON CONFLICT (name) DO UPDATE SET version = excluded.version, body = excluded.body, crc = excluded.crc;
    END IF;

    IF cardinality(seed_of) > 0 THEN
        INSERT INTO seeds
        SELECT names[w.of], w.seed FROM unnest(seed_of, seeds_new) AS w (of, seed) WHERE w.of = ANY (done)
        ON CONFLICT (name) DO UPDATE SET seed = excluded.seed;
    END IF;

    IF cardinality(closing) > 0 THEN
        FOR base IN SELECT w.of FROM unnest(closing) AS w (of) WHERE w.of = ANY (done) LOOP
            DELETE FROM appends WHERE name = names[base];
            DELETE FROM snapshots WHERE name = names[base];
            DELETE FROM seeds WHERE name = names[base];
            DELETE FROM heads WHERE name = names[base];
        END LOOP;
    END IF;

    IF cardinality(record_of) > 0 OR cardinality(line_of) > 0 THEN
        PERFORM hold_logs();
        SELECT coalesce(max(number), 0) INTO base FROM records;
        INSERT INTO records
        SELECT base + row_number() OVER (ORDER BY w.n), CASE w.of WHEN 0 THEN '' ELSE names[w.of] END, w.body
        FROM unnest(record_of, records_new) WITH ORDINALITY AS w (of, body, n)
        WHERE w.of = 0 OR w.of = ANY (done);
    END IF;

    IF cardinality(line_of) > 0 AND line_of && done THEN
        -- Each line is signed for its place: it must still be free, and nothing before it left out.
        IF NOT line_of <@ done THEN
            RAISE EXCEPTION 'lines of the public log were signed for an append that is a conflict' USING ERRCODE = 'DH003';
        END IF;
        SELECT digest INTO head FROM log ORDER BY number DESC LIMIT 1;
        IF head IS DISTINCT FROM line_previous[1] THEN
            RAISE EXCEPTION 'another node has added to the public log' USING ERRCODE = 'DH002';
        END IF;
        INSERT INTO log
        SELECT w.number, w.previous, w.kind, w.hash, w.key, w.signature, '', '', w.digest
        FROM unnest(line_numbers, line_previous, line_kinds, line_hashes, line_keys, line_signatures, line_digests)
            AS w (number, previous, kind, hash, key, signature, digest);
    END IF;
    RETURN coalesce(answer, '{}');
END
$$;

-- Hall time goes on by what has passed since anyone's last heartbeat, but by no more than this: while the database is away,
-- or every node is, clocks stand still. It is never behind what a node has written.
CREATE OR REPLACE FUNCTION heartbeat(most double precision) RETURNS double precision LANGUAGE sql AS $$
    UPDATE hall_time SET
        seconds = greatest(
            seconds + least(greatest(extract(epoch FROM clock_timestamp() - heartbeat), 0), most),
            (SELECT coalesce(max(noted), 0) FROM nodes)
        ),
        heartbeat = clock_timestamp()
    RETURNING seconds
$$;
