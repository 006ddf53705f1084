FROM python:3.13-slim

WORKDIR /app
COPY requirements.txt ./
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY fillerbot fillerbot
COPY data data
RUN pip install --no-cache-dir --no-deps --no-build-isolation . \
    && useradd --create-home filler \
    && install -d -o filler /data

USER filler
ENV FILLERBOT_DATABASE=/data/fillerbot.sqlite3
VOLUME /data
CMD ["fillerbot", "run"]
