-- Whether third parties see the name of this person on times that the person booked.
ALTER TABLE users ADD COLUMN shows_bookings boolean NOT NULL DEFAULT true;
