/**
 * Tests that watch whole programs at their real pace may lose a race on a machine that does something else as well.
 * They are asked once more, at the end of their file, and the first failure is printed all the same. All others get one try.
 */
const WHOLE_PROGRAMS = /[\\/](browser|conformance)[\\/]|[\\/](program|fault|thread|ffmpeg)\.test\.ts$/;

if (WHOLE_PROGRAMS.test(expect.getState().testPath ?? "")) jest.retryTimes(1, { logErrorsBeforeRetry: true });
