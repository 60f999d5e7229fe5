# The front door. `make run` and `make test` install what they need.
.PHONY: help run dashboard studio test lint format bench addon clips image flash flash-page monitor setup-run setup-board setup-all clean

help:
	@echo "make run          start the unit on this computer: page on http://127.0.0.1:8080, stream on 8081"
	@echo "make dashboard    start the tuning dashboard: http://127.0.0.1:8000"
	@echo "make studio       start the call studio: API on http://127.0.0.1:29092/api/v1"
	@echo "make flash        build the board's image and write it to the board: PORT=, AP_PASSWORD=, DEBUG=1 (docs/board.md)"
	@echo "make flash-page   write it from a browser: http://127.0.0.1:8070"
	@echo "make monitor      the board's serial console: PORT="
	@echo "make test         install what is missing, run every test"
	@echo "make lint         Biome and TypeScript, strict"
	@echo "make bench        figures: monitor, XS, vision stages, HTTP, stream, card, dashboard, MQTT"
	@echo "make clips        make the built-in voice clips anew (docs/voice.md)"
	@echo "make format       let Biome format the tree"
	@echo "make clean        remove build results"
	@echo "programs: npm run -s unit -- --help; npm run -s replay -- --help; npm run -s conformance -- --help"

setup-run:
	@tools/setup/npm.sh run

# A browser test reads Khmer; phones bring their own font.
KHMER_FONT = /usr/share/fonts/truetype/khmeros/KhmerOS.ttf

setup-all:
	@tools/setup/npm.sh all
	@tools/setup/apt.sh ffmpeg=ffmpeg mosquitto=mosquitto mosquitto_sub=mosquitto-clients openssl=openssl chromium=chromium espeak-ng=espeak-ng \
		fc-list=fontconfig $(KHMER_FONT)=fonts-khmeros pg_lsclusters=postgresql setpriv=util-linux
	@tools/setup/python.sh

addon:
	@$(MAKE) --no-print-directory -s -C native addon

ARGS ?=
run: setup-run addon
	@exec npm run -s unit -- $(ARGS)

dashboard: setup-run addon
	@exec npm run -s dashboard -- $(ARGS)

studio: setup-run
	@exec npm run -s studio -- $(ARGS)

test: setup-all addon
	@node --import tsx tools/test/main.ts

# The board's image: docs/board.md says how to install the SDK (MODDABLE) and ESP-IDF (IDF_PATH, export.sh).
TARGET = ./targets/esp32s3_cam
IMAGE = build/image
PORT ?=
AP_PASSWORD ?=
DEBUG ?=
MANIFEST ?= manifest.json
MCCONFIG = PATH="$(CURDIR)/node_modules/.bin:$$PATH" $(if $(PORT),UPLOAD_PORT=$(PORT)) \
	mcconfig $(if $(DEBUG),-d) -m -p esp32:$(TARGET) -o $(IMAGE) $(if $(AP_PASSWORD),ap_password="$(AP_PASSWORD)")

setup-board:
	@tools/setup/npm.sh all
	@tools/setup/sdk.sh

image: setup-board
	@[ -z "$(AP_PASSWORD)" ] || printf %s "$(AP_PASSWORD)" | LC_ALL=C grep -Eqx '[ -~]{8,63}' || \
		{ echo "AP_PASSWORD must be 8 to 63 ASCII characters" >&2; exit 1; }
	@node --import tsx tools/page/main.ts build/board/page
	@node --import tsx tools/board/main.ts
	@mkdir -p $(IMAGE)
	@$(MCCONFIG) -t build $(MANIFEST)

# With DEBUG=1 the SDK goes on to its debugger, xsbug.
flash: image
	@$(MCCONFIG) $(if $(DEBUG),,-t deploy) $(MANIFEST)

flash-page:
	@tools/setup/npm.sh all
	@exec node --import tsx tools/flash/main.ts $(ARGS)

monitor:
	@tools/setup/npm.sh run
	@exec node --import tsx tools/console/main.ts $(PORT)

lint: setup-all
	@npm run -s lint

format: setup-all
	@npm run -s format

bench: setup-all addon
	@npm run -s bench

clips: setup-all
	@tools/setup/apt.sh espeak-ng=espeak-ng ffmpeg=ffmpeg
	@node --import tsx tools/clips/main.ts

clean:
	rm -rf build
