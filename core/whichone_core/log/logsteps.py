"""How the session log's database grew: every step, in order, with the SQL that makes it.

A step never changes once it was released; what is new is a further step.

Search: `turn_words` is an index of the three-letter pieces of `turn_texts`, so that parts of
words are found among 100,000 turns without reading them.  `turn_texts` holds what can be
searched for, folded by `folded()`, a function that `logschema.py` gives to SQLite: SQLite's own
`lower` knows only ASCII's letters.  What is deleted there leaves the index by triggers, its
pieces leave the file when the index is merged (`logedit.py`).

Study: sessions are known by a key that the program makes, so that a turn, a rating and a task
can name their session before any of them is written.  Ratings and contests go with their turn,
turns and tasks with their study session.  Texts of consent stay as evidence of what was agreed.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the database's growth; name and SQL never change once released."""

    name: str
    sql: str


_SESSIONS_AND_TURNS = """
    CREATE TABLE sessions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        started_at TEXT NOT NULL,
        ended_at TEXT,
        program TEXT NOT NULL,
        system TEXT NOT NULL
    ) STRICT;
    CREATE TABLE turns (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        session INTEGER NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
        asked_at TEXT NOT NULL,
        question TEXT NOT NULL,
        reply TEXT,
        picture TEXT,
        picture_source TEXT,
        picture_width INTEGER,
        picture_height INTEGER,
        strategy TEXT,
        probabilities TEXT,
        reason TEXT,
        engine TEXT,
        engine_version TEXT NOT NULL,
        template TEXT NOT NULL,
        text TEXT,
        sentences TEXT,
        options TEXT,
        retake TEXT,
        quality TEXT,
        evidence TEXT,
        timings_ms TEXT,
        error TEXT
    ) STRICT;
    CREATE INDEX turns_by_session ON turns(session);
    CREATE INDEX turns_by_time ON turns(asked_at);
    CREATE INDEX turns_by_picture ON turns(picture);
    """

_SEARCH = """
    CREATE TABLE turn_texts (
        turn INTEGER PRIMARY KEY REFERENCES turns(id) ON DELETE CASCADE,
        folded TEXT NOT NULL
    ) STRICT;
    CREATE VIRTUAL TABLE turn_words USING fts5(
        folded, content='turn_texts', content_rowid='turn', tokenize='trigram'
    );
    CREATE TRIGGER turn_texts_added AFTER INSERT ON turn_texts BEGIN
        INSERT INTO turn_words(rowid, folded) VALUES (new.turn, new.folded);
    END;
    CREATE TRIGGER turn_texts_removed AFTER DELETE ON turn_texts BEGIN
        INSERT INTO turn_words(turn_words, rowid, folded)
        VALUES ('delete', old.turn, old.folded);
    END;
    INSERT INTO turn_texts(turn, folded)
        SELECT id, folded(question, reply, text, error) FROM turns;
    """

_STUDY = """
    CREATE TABLE participants (
        id TEXT PRIMARY KEY,
        rater_group TEXT NOT NULL CHECK (rater_group IN ('blind', 'sighted')),
        added_at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE consent_texts (
        sha256 TEXT PRIMARY KEY,
        version TEXT NOT NULL,
        text TEXT NOT NULL
    ) STRICT;
    CREATE TABLE consents (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        participant TEXT NOT NULL REFERENCES participants(id),
        text_sha256 TEXT NOT NULL REFERENCES consent_texts(sha256),
        text_version TEXT NOT NULL,
        with_pictures INTEGER NOT NULL CHECK (with_pictures IN (0, 1)),
        given_at TEXT NOT NULL,
        withdrawn_at TEXT
    ) STRICT;
    CREATE INDEX consents_by_participant ON consents(participant);
    CREATE TABLE study_sessions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        key TEXT NOT NULL UNIQUE,
        participant TEXT NOT NULL REFERENCES participants(id),
        task TEXT NOT NULL,
        condition TEXT NOT NULL,
        started_at TEXT NOT NULL,
        ended_at TEXT,
        outcome TEXT NOT NULL DEFAULT 'open' CHECK (outcome IN ('open', 'kept'))
    ) STRICT;
    CREATE INDEX study_sessions_by_participant ON study_sessions(participant);
    CREATE TABLE tasks (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        key TEXT NOT NULL UNIQUE,
        study TEXT NOT NULL REFERENCES study_sessions(key) ON DELETE CASCADE,
        label TEXT NOT NULL,
        started_at TEXT NOT NULL,
        ended_at TEXT,
        seconds REAL
    ) STRICT;
    CREATE INDEX tasks_by_study ON tasks(study);
    CREATE TABLE withheld (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        study TEXT NOT NULL REFERENCES study_sessions(key) ON DELETE CASCADE,
        reason TEXT NOT NULL CHECK (reason IN ('paused', 'forgotten')),
        from_at TEXT NOT NULL,
        to_at TEXT
    ) STRICT;
    CREATE INDEX withheld_by_study ON withheld(study);
    ALTER TABLE turns ADD COLUMN key TEXT;
    ALTER TABLE turns ADD COLUMN study TEXT REFERENCES study_sessions(key) ON DELETE CASCADE;
    CREATE UNIQUE INDEX turns_by_key ON turns(key);
    CREATE INDEX turns_by_study ON turns(study);
    CREATE TABLE ratings (
        turn_id INTEGER NOT NULL REFERENCES turns(id) ON DELETE CASCADE,
        scale TEXT NOT NULL CHECK (
            scale IN ('relevance', 'helpfulness', 'plausibility', 'fluency', 'correctness')
        ),
        points INTEGER CHECK (points IN (1, 2, 3)),
        seconds REAL,
        at TEXT NOT NULL,
        PRIMARY KEY (turn_id, scale)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE contests (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        turn_id INTEGER NOT NULL REFERENCES turns(id) ON DELETE CASCADE,
        correction TEXT NOT NULL,
        at TEXT NOT NULL,
        becomes_item INTEGER NOT NULL CHECK (becomes_item IN (0, 1))
    ) STRICT;
    CREATE INDEX contests_by_turn ON contests(turn_id);
    """

_CONSENT_LANGUAGE = """
    ALTER TABLE consents ADD COLUMN language TEXT;
    """
"""The language that the text was in; empty where it was not noted yet."""

_CONSENT_HEARD = """
    ALTER TABLE consents ADD COLUMN heard_whole INTEGER CHECK (heard_whole IN (0, 1));
    """
"""Whether all of the text is known to have been heard; 0 where who agreed was asked once more and
agreed again, empty where nobody watched (command line, before this was noted)."""

STEPS: tuple[Step, ...] = (
    Step("0001_sessions_and_turns", _SESSIONS_AND_TURNS),
    Step("0002_search", _SEARCH),
    Step("0003_study", _STUDY),
    Step("0004_consent_language", _CONSENT_LANGUAGE),
    Step("0005_consent_heard", _CONSENT_HEARD),
)
