import { Presence } from "../../src/monitor/presence";
import { DEFAULT_SETTINGS, type MonitorSettings } from "../../src/monitor/settings";

/** Lets time pass in steps of 100 ms. */
class Seat {
  readonly presence = new Presence();
  alerts = 0;
  settings: MonitorSettings = DEFAULT_SETTINGS;

  private pass(seconds: number, driver: boolean, seen = driver, looked = true): this {
    for (let i = 0; i < Math.round(seconds * 10); i += 1) {
      if (this.presence.update(driver, seen, looked, 100, this.settings)) this.alerts += 1;
    }
    return this;
  }

  taken(seconds: number): this {
    return this.pass(seconds, true);
  }

  held(seconds: number): this {
    return this.pass(seconds, true, false);
  }

  empty(seconds: number): this {
    return this.pass(seconds, false);
  }

  unwatched(seconds: number): this {
    return this.pass(seconds, false, false, false);
  }

  fault(): this {
    this.presence.fault();
    return this;
  }

  get state(): string {
    return this.presence.state;
  }
}

describe("warm-up", () => {
  test("lasts five healthy seconds, measures absence and announces nothing", () => {
    const seat = new Seat().empty(4.9);
    expect([seat.state, seat.presence.absent_ms, seat.alerts]).toEqual(["warmup", 4900, 0]);
    seat.empty(0.1);
    expect([seat.state, seat.presence.absent_ms, seat.alerts]).toEqual(["no-driver", 5000, 1]);
  });

  test("ends early for the state, not for the announcement, when a driver is confirmed", () => {
    const seat = new Seat().taken(0.5);
    expect(seat.state).toBe("present");
    seat.empty(4.4);
    expect([seat.state, seat.alerts]).toEqual(["absent", 0]);
    seat.empty(0.1);
    expect([seat.state, seat.alerts]).toEqual(["no-driver", 1]);
  });

  test("over, an absence that just began is only an absence", () => {
    expect(new Seat().taken(4.8).empty(0.5).state).toBe("absent");
  });
});

describe("absence", () => {
  test("counts from where the hold ran out, and is announced when it reaches three seconds", () => {
    const seat = new Seat().taken(10).empty(0.1);
    expect([seat.state, seat.presence.absent_ms]).toEqual(["absent", 0]);
    seat.empty(2.9);
    expect([seat.state, seat.presence.absent_ms, seat.alerts]).toEqual(["absent", 2900, 0]);
    seat.empty(0.1);
    expect([seat.state, seat.presence.absent_ms, seat.alerts]).toEqual(["no-driver", 3000, 1]);
  });

  test("is announced once, however long", () => {
    expect(new Seat().taken(10).empty(3600).alerts).toBe(1);
  });

  test("ends when a driver is confirmed", () => {
    const seat = new Seat().taken(10).empty(2.9).taken(0.1);
    expect([seat.state, seat.presence.absent_ms]).toEqual(["present", 0]);
    expect(seat.empty(3).alerts).toBe(0);
  });

  test("does not grow while nobody looks", () => {
    const seat = new Seat().taken(10).empty(1).unwatched(60);
    expect([seat.state, seat.presence.absent_ms, seat.alerts]).toEqual(["absent", 900, 0]);
  });
});

describe("the next announcement", () => {
  test("needs half a second of continuous presence", () => {
    expect(new Seat().taken(10).empty(5).taken(0.5).empty(5).alerts).toBe(1);
    expect(new Seat().taken(10).empty(5).taken(0.6).empty(5).alerts).toBe(2);
  });

  test("does not come by presence in pieces", () => {
    expect(new Seat().taken(10).empty(5).taken(0.4).empty(1).taken(0.4).empty(5).alerts).toBe(1);
  });

  test("does not come by a face that is merely held", () => {
    const seat = new Seat().taken(10).empty(5).taken(0.2).held(3).empty(5);
    expect(seat.alerts).toBe(1);
    expect(seat.state).toBe("no-driver");
  });

  test("comes at the interval of PRESENCE_REPEAT_S while the seat stays empty", () => {
    const seat = new Seat();
    seat.settings = { ...DEFAULT_SETTINGS, PRESENCE_REPEAT_S: 10 };
    expect(seat.taken(10).empty(13).alerts).toBe(1);
    expect(seat.empty(0.1).alerts).toBe(2);
    expect(seat.empty(20).alerts).toBe(4);
  });
});

describe("a fault", () => {
  test("discards the absence, and warms up again when it clears", () => {
    const seat = new Seat().taken(10).empty(2.9).fault();
    expect([seat.state, seat.presence.absent_ms]).toEqual(["fault", 0]);
    seat.empty(0.1);
    expect([seat.state, seat.presence.absent_ms]).toEqual(["warmup", 0]);
    seat.empty(4.9);
    expect([seat.state, seat.alerts]).toEqual(["warmup", 0]);
    seat.empty(0.1);
    expect([seat.state, seat.alerts]).toEqual(["no-driver", 1]);
  });

  test("restarts the warm-up every time", () => {
    const seat = new Seat();
    for (let i = 0; i < 10; i += 1) seat.empty(4.9).fault();
    expect(seat.alerts).toBe(0);
  });

  test("shows a driver as present as soon as one is confirmed again", () => {
    expect(new Seat().taken(10).fault().taken(0.2).state).toBe("present");
  });
});

describe("settings changed in the middle of an absence", () => {
  test("reset no timer", () => {
    const seat = new Seat().taken(10).empty(2.1);
    seat.settings = { ...DEFAULT_SETTINGS, PRESENCE_ALERT_S: 2.5 };
    expect(seat.empty(0.4).alerts).toBe(0);
    expect(seat.empty(0.1).alerts).toBe(1);
    seat.settings = { ...DEFAULT_SETTINGS, PRESENCE_ALERT_S: 60 };
    expect(seat.empty(1).state).toBe("no-driver");
    expect(seat.empty(120).alerts).toBe(1);
  });

  test("withhold only the announcement, and let it be made later", () => {
    const seat = new Seat();
    seat.settings = { ...DEFAULT_SETTINGS, PRESENCE_ALERT_ENABLED: false };
    seat.taken(10).empty(8);
    expect([seat.state, seat.presence.absent_ms, seat.alerts]).toEqual(["no-driver", 7900, 0]);
    seat.settings = DEFAULT_SETTINGS;
    expect(seat.empty(5).alerts).toBe(1);
  });
});
