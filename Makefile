# The front door. `make run` and `make test` install what they need.
.PHONY: help run dashboard studio test lint format bench addon clips setup-run setup-all clean

help:
	@echo "make run          start the unit on this computer: page on http://127.0.0.1:8080, stream on 8081"
	@echo "make dashboard    start the tuning dashboard: http://127.0.0.1:8000"
	@echo "make studio       start the call studio: API on http://127.0.0.1:29092/api/v1"
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
